import { atom, type ReadableAtom } from 'nanostores'
import type { KeyStatus } from '../../../cms/features/content/editing/contract.ts'
import { idOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { isSameContent } from '../../../cms/features/content/rules.ts'
import { findLiveTabs, lockThisTab, thisTab } from '../../../cms/platform/ui/live-tabs.ts'
import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { addUnsaved, adoptUnsaved, dropUnsaved, parseUnsaved, type Unsaved } from './unsaved.ts'

const $list = atom<readonly Unsaved[]>([])
let storageKey = ''

/** Unsaved changes; they survive a reload, a crash and a sign-out. */
export const $unsaved: ReadableAtom<readonly Unsaved[]> = $list

const stored = (): Unsaved[] => parseUnsaved(readStored('localStorage', storageKey))

function write(list: readonly Unsaved[], others = stored().filter(({ tab }) => tab !== thisTab)) {
  $list.set(list)
  if (!storageKey) return
  const all = [...others, ...list]
  writeStored('localStorage', storageKey, all.length ? all : null)
}

/** Loads a person's unsaved changes from this browser, except changes of other open tabs. */
export async function loadUnsaved(userId: number): Promise<void> {
  const name = `common-room-unsaved:${userId}`
  if (storageKey === name) return
  storageKey = name
  lockThisTab()
  const isAlive = await findLiveTabs()
  const { ours, others } = adoptUnsaved(stored(), thisTab, isAlive)
  write(ours, others)
}

export const storeUnsaved = (entry: Unsaved): void =>
  write(addUnsaved($list.get(), { ...entry, tab: thisTab }))

export const removeUnsaved = ({ page, id }: Pick<Unsaved, 'page' | 'id'>): void => {
  if ($list.get().some((each) => each.page === page && each.id === id)) {
    write(dropUnsaved($list.get(), page, id))
  }
}

/** Removes changes that the server has already saved. */
export function reconcileUnsaved(page: string, keys: readonly KeyStatus[]): void {
  const known = new Map(keys.map((key) => [idOf(key), key.content_data]))
  for (const entry of $list.get()) {
    if (!entry.sent && entry.page === page && isSameContent(known.get(entry.id), entry.data))
      removeUnsaved(entry)
  }
}
