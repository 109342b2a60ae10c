import { rooms } from './rules.ts'

/** Pages with their own share image, which shows the title of their hero. */
export const pagesWithShareImage = [
  'home',
  ...rooms,
  'letters',
  'calendar',
  'common-good',
  'good-message',
  'privacy',
  'branding',
  'date-time',
] as const

/** The URL of a page's share image. The default is the home page's image. */
export const shareImageOf = (page: string): string =>
  `/share/${(pagesWithShareImage as readonly string[]).includes(page) ? page : 'home'}.png`
