import { atom, type ReadableAtom } from 'nanostores'
import { discardedMs } from '../../cms/editing/rules.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { showToast } from '../lib/toasts.ts'
import { isText, sameData } from './content-data.ts'
import { parseId } from './key-names.ts'
import { keyElements, openerOf } from './page-keys.ts'
import { showPosition } from './page-text.ts'
import { refresh } from './refreshing.ts'
import { saveChange } from './saving.ts'
import { $keys, $open, $place, $sheet, type OpenText } from './state.ts'
import { dropUnsaved, keepUnsaved, parseUnsaved, type Unsaved } from './unsaved.ts'

const $list = atom<readonly Unsaved[]>([])
let store = ''

/** What was typed and is not saved: offered again after a reload, a crash or another login. */
export const $unsaved: ReadableAtom<readonly Unsaved[]> = $list

function write(list: readonly Unsaved[]): void {
  $list.set(list)
  if (store) writeStored('sessionStorage', store, list.length ? list : null)
}

/** Takes up what a person left unsaved in this tab. */
export function openUnsaved(userId: number): void {
  store = `common-room-unsaved:${userId}`
  $list.set(parseUnsaved(readStored('sessionStorage', store)))
}

const isChanged = ({ start, data }: OpenText) => !sameData(start, data)

/** Keeps what has been typed so far beside what it started from. */
export function keepTyped(): void {
  const open = $open.get()
  const page = $place.get()?.page
  if (!open || !page) return
  const { id, data, start, revision } = open
  const entry = { id, page, path: location.pathname, data, start, revision }
  write(isChanged(open) ? keepUnsaved($list.get(), entry) : dropUnsaved($list.get(), page, id))
}

export function forgetUnsaved({ page, id }: Pick<Unsaved, 'page' | 'id'>): void {
  write(dropUnsaved($list.get(), page, id))
}

/** Opens a key: a text in its place, a picture in a sheet. What is open already is cancelled. */
export function openKey(id: string, element: HTMLElement | null = null): void {
  const key = $keys.get()[id]
  if (!key) {
    // It says so where the server doesn't answer, or no longer knows who asks.
    void refresh()
    return
  }
  if ($open.get()?.id === id) return
  cancelTyping({ keepFocus: true })
  const { content_data: start, revision } = key
  if (!isText(start)) $sheet.set({ kind: 'picture', id })
  else $open.set({ id, element: element ?? visiblePlace(id), start, data: start, revision })
}

/** Opens a text with what was typed before, from what it started from then. */
export function openAgain({ id, data, start, revision }: Omit<Unsaved, 'page' | 'path'>): void {
  cancelTyping({ keepFocus: true })
  const element = visiblePlace(id)
  element?.scrollIntoView({ block: 'center' })
  if (element) showPosition(element, data.positioning)
  $open.set({ id, element, start, data, revision })
}

const visiblePlace = (id: string): HTMLElement | null => {
  const places = keyElements(id)
  return places.find((each) => each.checkVisibility({ visibilityProperty: true })) ?? null
}

function close(open: OpenText, keepFocus: boolean): void {
  $open.set(null)
  if (!keepFocus && open.element) openerOf(open.element).focus({ preventScroll: true })
}

/** Ends the editing of a text. What it threw away can be brought back for 10 s. */
export function cancelTyping({ keepFocus = false } = {}): void {
  const open = $open.get()
  const page = $place.get()?.page
  if (!open || !page) return
  for (const element of keyElements(open.id)) {
    showPosition(element, isText(open.start) ? open.start.positioning : undefined)
  }
  close(open, keepFocus)
  forgetUnsaved({ page, id: open.id })
  if (isChanged(open)) offerBack(open)
}

function offerBack(open: OpenText): void {
  showToast({
    title: 'Discarded.',
    durationMs: discardedMs,
    action: { label: 'Undo', run: () => openAgain(open) },
  })
}

/** Saves the open text as a draft; where nothing changed, it only closes. */
export async function saveTyping(): Promise<void> {
  const open = $open.get()
  const page = $place.get()?.page
  if (!open || !page) return
  const { id, data, start, revision } = open
  if (!isChanged(open)) {
    close(open, false)
    return forgetUnsaved({ page, id })
  }
  const unsaved: Unsaved = { id, page, path: location.pathname, data, start, revision }
  write(keepUnsaved($list.get(), { ...unsaved, sent: true }))
  close(open, false)
  const outcome = await saveChange(
    { key: parseId(id, page), start, revision, data },
    {
      onSaved: () => forgetUnsaved({ page, id }),
      onLater: () => write(keepUnsaved($list.get(), unsaved)),
      // Brought back, it goes on from what the other one wrote: that has been seen.
      onYield: (theirs) => {
        forgetUnsaved({ page, id })
        offerBack({ ...open, start: theirs.content_data, revision: theirs.revision })
      },
    },
  )
  if (outcome.kind !== 'failed') return
  write(keepUnsaved($list.get(), unsaved))
  // The text stays open, unless another one was opened meanwhile.
  if (!$open.get() && !$sheet.get()) openAgain(unsaved)
}
