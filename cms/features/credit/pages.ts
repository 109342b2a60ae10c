import type { MemberMenuEntry } from '../../platform/ui/member-menu-entry.ts'

export const ledgerPath = '/common-room/member/ledger'

export const memberMenu: readonly MemberMenuEntry[] = [
  { label: 'ledger', path: ledgerPath, order: 40 },
]

export const memberPages = { [ledgerPath]: { page: 'ledger', path: ledgerPath } } as const

/** The page where a member writes a message about a contribution. */
export const messageLink = (transfer: number): string => `${ledgerPath}?words=${transfer}#words`

/** The page of a mailed link to sent credit. */
export const claimPath = /^\/common-room\/claim(\/[^/]+)?$/
export const privatePages = [claimPath]
