import type { Viewer } from '../http/viewer.ts'
import type { StaffPerson } from '../staff/contract.ts'
import type { ChosenPictures } from './pictures.ts'
import type { PageTexts, Reading } from './service.ts'

/** How somebody on the staff looks at a page. */
export type StaffView = {
  person: StaffPerson
  /** `edit` and `preview` show the newest drafts, `history` an earlier time. */
  mode: 'view' | 'edit' | 'preview' | 'history'
  /** The texts that the page has asked for so far, and those it shows in elements of their own. */
  asked: Set<string>
  shown: Set<string>
  /** What visitors read now, beside an earlier time. */
  today: (PageTexts & { pictures: ChosenPictures }) | null
}

/** What is shown to whom: the staff's view, null for visitors, and which state of the texts. */
export function viewOf({ staff, mode, at }: Viewer): { view: StaffView | null; reading: Reading } {
  if (!staff) return { view: null, reading: 'published' }
  const view = { person: staff, asked: new Set<string>(), shown: new Set<string>(), today: null }
  if (at) return { view: { ...view, mode: 'history' }, reading: { at } }
  return { view: { ...view, mode }, reading: mode === 'view' ? 'published' : 'newest' }
}

/** How a text is named in `data-cms`. */
export const nameOfText = (section: string, key: string, global = false): string =>
  `${global ? 'global:' : ''}${section}.${key}`

/** Texts that note which of them are asked for. */
export const noting = ({ text, global }: PageTexts, asked: Set<string>): PageTexts => ({
  text: (section, key) => {
    asked.add(nameOfText(section, key))
    return text(section, key)
  },
  global: (section, key) => {
    asked.add(nameOfText(section, key, true))
    return global(section, key)
  },
})
