/** An entry of the member menu. */
export type MemberMenuEntry = {
  /** Key of its text in the section `member_menu` of the global texts. */
  label: string
  path: string
  /** Position in the menu, ascending. */
  order: number
}
