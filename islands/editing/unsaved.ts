import type { ContentData, TextData } from '../../cms/editing/contract.ts'

/** A text that was typed and not saved. */
export type Unsaved = {
  id: string
  page: string
  /** Where the page is, to lead back there. */
  path: string
  data: TextData
  /** What it started from. */
  start: ContentData
  revision: number | null
  /** It is on its way to the server: there is nothing to decide yet. */
  sent?: boolean
}

export const mostUnsaved = 20

/** Keeps what is being typed: the newest for each text. */
export const keepUnsaved = (list: readonly Unsaved[], entry: Unsaved): Unsaved[] =>
  [...dropUnsaved(list, entry.page, entry.id), entry].slice(-mostUnsaved)

/** It was saved, or thrown away knowingly. */
export const dropUnsaved = (list: readonly Unsaved[], page: string, id: string): Unsaved[] =>
  list.filter((each) => each.page !== page || each.id !== id)

/** What a store held, as far as it is one of ours. */
export const parseUnsaved = (stored: unknown): Unsaved[] =>
  Array.isArray(stored)
    ? stored
        .filter((each) => typeof each?.id === 'string' && typeof each.data?.text === 'string')
        .map((each) => ({ ...each, sent: false }))
    : []
