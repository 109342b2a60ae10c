import { rooms } from '../rules.ts'

/** Pages with their own share image, which shows the title of their hero. */
export const pagesWithShareImage = [
  'home',
  ...rooms,
  'letters',
  'calendar',
  'book',
  'enquire',
  'common-good',
  'good-message',
  'privacy',
  'branding',
  'date-time',
] as const
export type SharePage = (typeof pagesWithShareImage)[number]

/** The page whose share image a page has. The default is the home page. */
export const sharePageOf = (page: string): SharePage =>
  pagesWithShareImage.find((each) => each === page) ?? 'home'
