import { atom, type ReadableAtom } from 'nanostores'
import type { KeyStatus } from '../../../cms/editing/contract.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { sameData } from '../state/content-data.ts'
import { idOf } from '../state/content-keys.ts'
import { findLiveTabs, holdTab, thisTab } from './live-tabs.ts'
import { adoptUnsaved, dropUnsaved, keepUnsaved, parseUnsaved, type Unsaved } from './unsaved.ts'

const $list = atom<readonly Unsaved[]>([])
let store = ''

/** What was written and is not saved: offered again after a reload, a crash or another login. */
export const $unsaved: ReadableAtom<readonly Unsaved[]> = $list

const stored = (): Unsaved[] => parseUnsaved(readStored('localStorage', store))

function write(list: readonly Unsaved[], others = stored().filter(({ tab }) => tab !== thisTab)) {
  $list.set(list)
  if (!store) return
  const whole = [...others, ...list]
  writeStored('localStorage', store, whole.length ? whole : null)
}

/** Takes up what a person left unsaved in this browser, but for what is being written in other tabs. */
export async function openUnsaved(userId: number): Promise<void> {
  const name = `common-room-unsaved:${userId}`
  if (store === name) return
  store = name
  holdTab()
  const isAlive = await findLiveTabs()
  const { ours, others } = adoptUnsaved(stored(), thisTab, isAlive)
  write(ours, others)
}

/** Keeps what is being written beside what it started from. */
export const keep = (entry: Unsaved): void =>
  write(keepUnsaved($list.get(), { ...entry, tab: thisTab }))

/** It was saved, or thrown away knowingly. */
export const forget = ({ page, id }: Pick<Unsaved, 'page' | 'id'>): void => {
  if ($list.get().some((each) => each.page === page && each.id === id)) {
    write(dropUnsaved($list.get(), page, id))
  }
}

/** The server said how the keys stand: what arrived after all need not be offered. */
export function reconcileUnsaved(page: string, keys: readonly KeyStatus[]): void {
  const known = new Map(keys.map((key) => [idOf(key), key.content_data]))
  for (const entry of $list.get()) {
    if (!entry.sent && entry.page === page && sameData(known.get(entry.id), entry.data))
      forget(entry)
  }
}
