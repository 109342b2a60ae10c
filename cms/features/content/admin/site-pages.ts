import { memberPages, publicPages } from '../../pages.ts'
import { dateTimePaths } from '../../venue/rules.ts'
import { pageName } from '../routes.ts'

/** A page that staff can edit; `page` is its key. */
export type SitePage = { page: string; name: string; path: string }

/**
 * Every page of the site, in the order of its navigation.
 * @param productName part of the path of the date and time page
 */
export function listSitePages(productName: string): SitePage[] {
  const fixed = Object.entries(publicPages).map(([path, page]) => ({ page, path }))
  const forMembers = new Map(Object.values(memberPages).map(({ page, path }) => [page, path]))
  const others = [
    ...[...forMembers].map(([page, path]) => ({ page, path })),
    { page: 'date-time', path: dateTimePaths(productName).path },
    // No page has this path, so it shows the page for unknown paths.
    { page: 'not-found', path: '/no-such-page' },
  ]
  return [...fixed, ...others].map((each) => ({ ...each, name: pageName(each.page) }))
}
