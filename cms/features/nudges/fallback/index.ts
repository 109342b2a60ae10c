import { notifications } from './notifications.ts'

export const fallback = { notifications }
