import type { SignedIn } from '../cms/features/members/contract.ts'

/** The member for whom a page is rendered. The server has already checked the session. */
export function memberOf({ page }: App.Locals): SignedIn {
  if (!page.member) throw new Error('A member page was rendered without a member.')
  return page.member
}
