import type { MemberMenuEntry } from '../../platform/ui/member-menu-entry.ts'

const path = '/common-room/member/dashboard'
const year = '/common-room/member/dashboard/year'

export const memberMenu: readonly MemberMenuEntry[] = [{ label: 'dashboard', path, order: 20 }]

export const memberPages = {
  [path]: { page: 'dashboard', path },
  [year]: { page: 'own-year', path: year },
} as const

export const pageNames = { dashboard: 'Dashboard', 'own-year': 'A member’s year' }
