import type { MemberMenuEntry } from '../../platform/ui/member-menu-entry.ts'

const path = '/common-room/member/moments'

export const memberMenu: readonly MemberMenuEntry[] = [{ label: 'moments', path, order: 50 }]

export const memberPages = { [path]: { page: 'moments', path } } as const

/** The page of a moment that everybody may see. */
const momentPage = /^\/moments\/[1-9]\d{0,8}$/
export const privatePages = [momentPage]

export const lowerCaseSegments = ['moments']

export const pageNames = { moments: 'Moments' }
