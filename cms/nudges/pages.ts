import type { MemberMenuEntry } from '../features-pages.ts'

export const memberMenu: readonly MemberMenuEntry[] = [
  { label: 'notifications', path: '/notifications', order: 60 },
]

/** The page shows what one browser gets, and with the token of a letter's link what its subscriber gets. */
export const notificationsPath = /^\/notifications(\/[^/]+)?$/
export const privatePages = [notificationsPath]

export const lowerCaseSegments = ['notifications']
