import type { OpenPage } from '../cms/features/content/page.ts'
import { findMenus, findTaps } from '../cms/features/venue/service.ts'
import { venueTags } from '../cms/features/venue/tags.ts'

/** The menus of a page. The page is rendered again when a menu changes. */
export function menusOf(
  page: OpenPage,
  locals: App.Locals,
  menuPage: Parameters<typeof findMenus>[1],
) {
  locals.notes.tags.add(venueTags.menus)
  return findMenus(page.payload, menuPage)
}

/** The tap list. The page is rendered again when a tap changes. */
export function tapsOf(page: OpenPage, locals: App.Locals) {
  locals.notes.tags.add(venueTags.taps)
  return findTaps(page.payload)
}

/** Whether a page has a block for its menus or taps. Only the demo venue says that its list is being rewritten. */
export const hasListing = ({ venue, staff }: OpenPage, list: readonly unknown[]): boolean =>
  list.length > 0 || venue.isDemo || staff?.mode === 'edit'
