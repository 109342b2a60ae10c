import type { OpenPage } from '../cms/content/page.ts'
import { findMenus, findTaps } from '../cms/venue/service.ts'
import { venueTags } from '../cms/venue/tags.ts'

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
