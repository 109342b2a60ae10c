import { dateTimePaths } from '../../venue/rules.ts'
import { memberPages, pageName, publicPages } from '../routes.ts'

/** A page that staff can open: its key, what it is called here, and where it is. */
export type SitePage = { page: string; name: string; path: string }

/**
 * Every page of the site, in the order of its navigation.
 * @param productName names the page of the venue's clock
 */
export function listSitePages(productName: string): SitePage[] {
  const fixed = Object.entries(publicPages).map(([path, page]) => ({ page, path }))
  const forMembers = new Map(Object.values(memberPages).map(({ page, path }) => [page, path]))
  const others = [
    ...[...forMembers].map(([page, path]) => ({ page, path })),
    { page: 'date-time', path: dateTimePaths(productName).path },
    // Any address that leads nowhere shows it.
    { page: 'not-found', path: '/no-such-page' },
  ]
  return [...fixed, ...others].map((each) => ({ ...each, name: pageName(each.page) }))
}
