import type { MemberMenuEntry } from '../features-pages.ts'

export const memberMenu: readonly MemberMenuEntry[] = [
  { label: 'my_home', path: '/common-room/member', order: 10 },
  { label: 'profile', path: '/common-room/member/profile', order: 30 },
]
