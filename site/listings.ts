import type { OpenPage } from '../cms/content/page.ts'
import { findMenus, findTaps } from '../cms/venue/service.ts'
import { venueTags } from '../cms/venue/tags.ts'

/** The menus of a page. The page is rendered again when a menu changes. */
export function menusOf(open: OpenPage, locals: App.Locals, page: Parameters<typeof findMenus>[1]) {
  locals.notes.tags.add(venueTags.menus)
  return findMenus(open.payload, page)
}

/** The tap list. The page is rendered again when a tap changes. */
export function tapsOf(open: OpenPage, locals: App.Locals) {
  locals.notes.tags.add(venueTags.taps)
  return findTaps(open.payload)
}
