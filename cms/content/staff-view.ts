import type { Viewer } from '../http/viewer.ts'
import type { StaffPerson } from '../staff/contract.ts'
import type { ChosenPictures } from './pictures.ts'
import type { ContentState, PageTexts } from './service.ts'

export type StaffView = {
  person: StaffPerson
  /** `edit` and `preview` show the newest drafts, `history` an earlier time. */
  mode: 'view' | 'edit' | 'preview' | 'history'
  /** The texts that the page has read so far, and those it shows in their own elements. */
  read: Set<string>
  shown: Set<string>
  /** The published texts of today, if an earlier time is shown. */
  today: (PageTexts & { pictures: ChosenPictures }) | null
}

/** The staff's view, null for visitors, and which state of the content is shown. */
export function viewOf({ staff, mode, at }: Viewer): {
  view: StaffView | null
  contentState: ContentState
} {
  if (!staff) return { view: null, contentState: 'published' }
  const view = { person: staff, read: new Set<string>(), shown: new Set<string>(), today: null }
  if (at) return { view: { ...view, mode: 'history' }, contentState: { at } }
  return { view: { ...view, mode }, contentState: mode === 'view' ? 'published' : 'newest' }
}

/** The name of a text in `data-cms`. */
export const nameOfText = (section: string, key: string, global = false): string =>
  `${global ? 'global:' : ''}${section}.${key}`

/** Texts that add the name of each text that is read to `read`. */
export const trackReads = ({ text, global }: PageTexts, read: Set<string>): PageTexts => ({
  text: (section, key) => {
    read.add(nameOfText(section, key))
    return text(section, key)
  },
  global: (section, key) => {
    read.add(nameOfText(section, key, true))
    return global(section, key)
  },
})
