import type { MemberMenuEntry } from '../features-pages.ts'

export const memberMenu: readonly MemberMenuEntry[] = [
  { label: 'notifications', path: '/notifications', order: 60 },
]

/** The page shows what one browser gets. */
export const privatePages = [/^\/notifications$/]

export const lowerCaseSegments = ['notifications']
