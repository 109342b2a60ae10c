import type { Feature } from '../feature.ts'
import { pushKeys } from './tables.ts'

export const push: Feature = { name: 'push', tables: { push_keys: pushKeys } }
