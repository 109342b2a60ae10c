import type { MemberMenuEntry } from '../../platform/ui/member-menu-entry.ts'

export const memberMenu: readonly MemberMenuEntry[] = [
  { label: 'notifications', path: '/notifications', order: 60 },
]

/** The page shows what one browser gets. With the token of a letter's link, it also shows what the subscriber gets. */
export const notificationsPath = /^\/notifications(\/[^/]+)?$/
export const privatePages = [notificationsPath]

export const lowerCaseSegments = ['notifications']
