import type { MemberMenuEntry } from '../../platform/ui/member-menu-entry.ts'

export const memberMenu: readonly MemberMenuEntry[] = [
  { label: 'my_home', path: '/common-room/member', order: 10 },
  { label: 'profile', path: '/common-room/member/profile', order: 30 },
]

const profile = { page: 'profile', path: '/common-room/member/profile' } as const

export const memberPages = {
  '/common-room/member/confirm': { page: 'profile', path: '/common-room/member/confirm' },
  '/common-room/main': { page: 'common-room-main', path: '/common-room/main' },
  '/common-room/member': { page: 'member', path: '/common-room/member' },
  '/common-room/member/profile': profile,
  // The page has two paths (spec section 2).
  '/profile': profile,
} as const

export const privatePages = [/^\/common-room\/sign-in(\/[^/]+)?$/]

export const lowerCaseSegments = ['profile']

export const pageNames = { 'common-room-main': 'Inside the Common Room', member: 'My Home' }
