import { discardedMs } from '../../../cms/editing/rules.ts'
import { showToast } from '../../lib/toasts.ts'
import { keyElements, openerOf } from '../page/page-keys.ts'
import { showPosition } from '../page/show-text.ts'
import { type Outcome, saveChange } from '../saving/save-change.ts'
import { isText, sameData } from '../state/content-data.ts'
import { longLabelOf, parseId } from '../state/content-keys.ts'
import { $keys, $open, $place, $sheet, isHere, type OpenText } from '../state/editing-state.ts'
import { refresh } from '../state/page-status.ts'
import type { Unsaved } from '../unsaved/unsaved.ts'
import { $unsaved, forget, keep } from '../unsaved/unsaved-store.ts'

type Written = Pick<Unsaved, 'start' | 'data'>

const isChanged = ({ start, data }: Written) => !sameData(start, data)

const entryOf = ({ id, page, data, start, revision }: OpenText): Unsaved => ({
  id,
  page,
  path: location.pathname,
  data,
  start,
  revision,
})

/** Keeps what is being written beside what it started from; nothing where it is the same. */
export const keepWritten = (entry: Unsaved): void => (isChanged(entry) ? keep : forget)(entry)

/** Keeps what has been typed so far. */
export function keepTyped(): void {
  const open = $open.get()
  if (open) keepWritten(entryOf(open))
}

/** Opens a key: a text in its place, a picture in a sheet. What is open already is cancelled. */
export function openKey(id: string, element: HTMLElement | null = null): void {
  const key = $keys.get()[id]
  const page = $place.get()?.page
  if (!key || !page) {
    // The page's state is on its way, or the server says why it has none.
    void refresh().then(() => $keys.get()[id] && openKey(id, element))
    return
  }
  if ($open.get()?.id === id) return
  const unsaved = $unsaved.get().find((each) => each.id === id && each.page === page && !each.sent)
  if (unsaved) {
    openAgain(unsaved)
    return
  }
  cancelTyping({ keepFocus: true })
  const { content_data: start, revision } = key
  if (!isText(start)) $sheet.set({ kind: 'picture', id })
  else $open.set({ id, page, element: element ?? visiblePlace(id), start, data: start, revision })
}

/**
 * Opens a key with what was written before, from what it started from then. Where its page is no
 * longer shown it is kept, and offered from there.
 */
export function openAgain(entry: Unsaved): void {
  const { id, page, data, start, revision } = entry
  if (!isHere(parseId(id, page))) {
    keep(entry)
    return
  }
  cancelTyping({ keepFocus: true })
  if (!isText(data)) {
    $sheet.set({ kind: 'picture', id, again: entry })
    return
  }
  const element = visiblePlace(id)
  element?.scrollIntoView({ block: 'center' })
  if (element) showPosition(element, data.positioning)
  $open.set({ id, page, element, start, data, revision })
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
  if (!open) return
  for (const element of keyElements(open.id)) {
    showPosition(element, isText(open.start) ? open.start.positioning : undefined)
  }
  close(open, keepFocus)
  discardWritten(entryOf(open))
}

/** Throws away what was written, if anything was; it can be brought back for 10 s. */
export function discardWritten(entry: Unsaved): void {
  forget(entry)
  if (!isChanged(entry)) return
  showToast({
    title: 'Discarded.',
    description: longLabelOf(parseId(entry.id, entry.page), $place.get()?.page ?? ''),
    durationMs: discardedMs,
    action: { label: 'Undo', run: () => openAgain(entry) },
  })
}

/** Saves what was written as a draft. It is kept in this browser until the server has it. */
export async function saveWritten(entry: Unsaved): Promise<Outcome> {
  const { id, page, start, revision, data } = entry
  keep({ ...entry, sent: true })
  const outcome = await saveChange(
    { key: parseId(id, page), start, revision, data },
    {
      onSaved: () => forget(entry),
      onLater: (written, from) => keep({ ...entry, ...from, data: written }),
      // Brought back, it goes on from what the other one wrote: that has been seen.
      onYield: ({ content_data, revision: newest }) =>
        discardWritten({ ...entry, start: content_data, revision: newest }),
    },
  )
  if (outcome.kind === 'failed') keep(entry)
  return outcome
}

/** Saves the open text as a draft; where nothing changed, it only closes. */
export async function saveTyping(): Promise<void> {
  const open = $open.get()
  if (!open) return
  const entry = entryOf(open)
  close(open, false)
  if (!isChanged(entry)) {
    forget(entry)
    return
  }
  const { kind } = await saveWritten(entry)
  // The text stays open, unless another one was opened meanwhile.
  if (kind === 'failed' && !$open.get() && !$sheet.get()) openAgain(entry)
}
