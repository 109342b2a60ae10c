import { rooms } from './rules.ts'

/** Pages with a share image of their own, each drawn from its hero's words. */
export const sharedPages = ['home', ...rooms, 'privacy', 'branding', 'date-time'] as const

/** The address of a page's share image, the home page's where it has none. */
export const shareImageOf = (page: string): string =>
  `/share/${(sharedPages as readonly string[]).includes(page) ? page : 'home'}.png`
