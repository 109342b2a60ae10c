import type { OpenPage } from '../cms/content/page.ts'
import { tags } from '../cms/tags.ts'
import { findMenus, findTaps } from '../cms/venue/service.ts'

/** The menus of a page; the page is made anew when one changes. */
export function menusOf(open: OpenPage, locals: App.Locals, page: Parameters<typeof findMenus>[1]) {
  locals.notes.tags.add(tags.menus)
  return findMenus(open.payload, page)
}

/** The tap list; the page is made anew when a tap changes. */
export function tapsOf(open: OpenPage, locals: App.Locals) {
  locals.notes.tags.add(tags.taps)
  return findTaps(open.payload)
}
