import type { Viewer } from '../../platform/http/pages/viewer.ts'
import type { StaffPerson } from '../../platform/staff/contract.ts'
import type { PageTexts } from './fallback-texts.ts'
import type { ChosenPictures } from './pictures.ts'
import type { ContentState } from './service.ts'

export type StaffView = {
  person: StaffPerson
  /** `edit` and `preview` show the newest drafts, `history` shows the page at an earlier time. */
  mode: 'view' | 'edit' | 'preview' | 'history'
  /** Names of the texts that the page has read so far, in `edit` mode only; see `nameOfText`. */
  readNames: Set<string>
  /** Names of the texts that the page renders in an element of their own. */
  shownNames: Set<string>
  /** The texts and pictures that are published now, in `history` mode; otherwise null. */
  published: (PageTexts & { pictures: ChosenPictures }) | null
}

/** How a page is rendered for a viewer: the view of staff (null for visitors), and the state of the content. */
export function viewOf({ staff, mode, at }: Viewer): {
  view: StaffView | null
  contentState: ContentState
} {
  if (!staff) return { view: null, contentState: 'published' }
  const sets = { readNames: new Set<string>(), shownNames: new Set<string>() }
  const view = { person: staff, ...sets, published: null }
  if (at) return { view: { ...view, mode: 'history' }, contentState: { at } }
  return { view: { ...view, mode }, contentState: mode === 'view' ? 'published' : 'newest' }
}

/** The name of a text in `data-cms`. */
export const nameOfText = (section: string, key: string, global = false): string =>
  `${global ? 'global:' : ''}${section}.${key}`

/** Wraps texts: whenever a text is read, its name is added to `readNames`. */
export const trackReads = ({ text, global }: PageTexts, readNames: Set<string>): PageTexts => ({
  text: (section, key) => {
    readNames.add(nameOfText(section, key))
    return text(section, key)
  },
  global: (section, key) => {
    readNames.add(nameOfText(section, key, true))
    return global(section, key)
  },
})
