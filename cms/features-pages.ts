import * as members from './members/pages.ts'

/** An entry of the member menu. */
export type MemberMenuEntry = {
  /** Key of its text in the section `member_menu` of the global texts. */
  label: string
  path: string
  /** Position in the menu, ascending. */
  order: number
}

/** The member menu of all features. Pure: site and islands import it. */
export const memberMenu: readonly MemberMenuEntry[] = [...members.memberMenu].sort(
  (one, other) => one.order - other.order,
)
