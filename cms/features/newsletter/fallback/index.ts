import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

export const fallback = { subscribe, unsubscribe }
