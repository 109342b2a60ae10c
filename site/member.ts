import type { SignedIn } from '../cms/members/contract.ts'

/** Whom a page for members is made for. Nobody else gets one: the server asks before it is made. */
export function memberOf({ page }: App.Locals): SignedIn {
  if (!page.member) throw new Error('A page for members was made for nobody.')
  return page.member
}
