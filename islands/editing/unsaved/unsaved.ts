import type { ContentData } from '../../../cms/editing/contract.ts'

/** What was written and not saved. */
export type Unsaved = {
  id: string
  page: string
  /** Where the page is, to lead back there. */
  path: string
  data: ContentData
  /** What it started from. */
  start: ContentData
  revision: number | null
  /** It is on its way to the server: there is nothing to decide yet. */
  sent?: boolean
  /** The tab it was written in. */
  tab?: string
}

export const mostUnsaved = 20

/** Keeps what is being written: the newest for each key. */
export const keepUnsaved = (list: readonly Unsaved[], entry: Unsaved): Unsaved[] =>
  [...dropUnsaved(list, entry.page, entry.id), entry].slice(-mostUnsaved)

/** It was saved, or thrown away knowingly. */
export const dropUnsaved = (list: readonly Unsaved[], page: string, id: string): Unsaved[] =>
  list.filter((each) => each.page !== page || each.id !== id)

const isData = (data: unknown): data is ContentData =>
  typeof data === 'object' &&
  data !== null &&
  (('text' in data && typeof data.text === 'string') ||
    ('media' in data && typeof data.media === 'number'))

/** What a store held, as far as it is one of ours. */
export const parseUnsaved = (stored: unknown): Unsaved[] =>
  Array.isArray(stored)
    ? stored.filter(
        (each) => typeof each?.id === 'string' && isData(each.data) && isData(each.start),
      )
    : []

/** Takes over what was left in tabs that are gone; it never arrived, as far as anybody knows. */
export const adoptUnsaved = (
  stored: readonly Unsaved[],
  tab: string,
  isAlive: (tab: string) => boolean,
): { ours: Unsaved[]; others: Unsaved[] } => {
  const others = stored.filter(
    (each) => each.tab !== undefined && each.tab !== tab && isAlive(each.tab),
  )
  const ours = stored.filter((each) => !others.includes(each))
  return { ours: ours.map((each) => ({ ...each, tab, sent: false })), others }
}
