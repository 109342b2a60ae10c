import type { ContentData } from '../../../cms/features/content/editing/contract.ts'

export type Unsaved = {
  id: string
  page: string
  path: string
  data: ContentData
  /** The content that the change is based on, at `revision`. */
  start: ContentData
  revision: number | null
  /** Whether the save of this change is in progress. */
  sent?: boolean
  /** Whether a touch beside the text discarded this change. It is offered again after a reload. */
  discarded?: boolean
  /** Id of the tab in which the change was made. */
  tab?: string
}

export const maxUnsaved = 20

/** Adds a change. It replaces an earlier change with the same page and id. */
export const addUnsaved = (list: readonly Unsaved[], entry: Unsaved): Unsaved[] =>
  [...dropUnsaved(list, entry.page, entry.id), entry].slice(-maxUnsaved)

export const dropUnsaved = (list: readonly Unsaved[], page: string, id: string): Unsaved[] =>
  list.filter((each) => each.page !== page || each.id !== id)

const isData = (data: unknown): data is ContentData =>
  typeof data === 'object' &&
  data !== null &&
  (('text' in data && typeof data.text === 'string') ||
    ('media' in data && typeof data.media === 'number'))

/** Parses a stored list and drops invalid entries. */
export const parseUnsaved = (stored: unknown): Unsaved[] =>
  Array.isArray(stored)
    ? stored.filter(
        (each) => typeof each?.id === 'string' && isData(each.data) && isData(each.start),
      )
    : []

/**
 * Assigns the changes of closed tabs to `tab`, treats their saves as failed, and offers again what was discarded.
 * @returns `ours`: the changes of `tab`; `others`: the changes of other open tabs
 */
export const adoptUnsaved = (
  stored: readonly Unsaved[],
  tab: string,
  isAlive: (tab: string) => boolean,
): { ours: Unsaved[]; others: Unsaved[] } => {
  const others = stored.filter(
    (each) => each.tab !== undefined && each.tab !== tab && isAlive(each.tab),
  )
  const ours = stored.filter((each) => !others.includes(each))
  return { ours: ours.map((each) => ({ ...each, tab, sent: false, discarded: false })), others }
}
