import type { SignedIn } from '../cms/members/contract.ts'

/** The member a page is rendered for; the server checks the session before. */
export function memberOf({ page }: App.Locals): SignedIn {
  if (!page.member) throw new Error('A member page was rendered without a member.')
  return page.member
}
