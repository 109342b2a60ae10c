import { rooms } from './rules.ts'

/** Pages with a share image of their own; it shows the title of their hero. */
export const sharedPages = [
  'home',
  ...rooms,
  'letters',
  'privacy',
  'branding',
  'date-time',
] as const

/** The address of a page's share image, the home page's by default. */
export const shareImageOf = (page: string): string =>
  `/share/${(sharedPages as readonly string[]).includes(page) ? page : 'home'}.png`
