import { discardedMs } from '../../../cms/features/content/editing/rules.ts'
import { isText } from '../../../cms/features/content/editing/ui/content-data.ts'
import { parseId } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { isSameContent } from '../../../cms/features/content/rules.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { buttonOf, keyElements, visibleElements } from '../page/page-keys.ts'
import { showPosition } from '../page/show-text.ts'
import { type Outcome, saveChange } from '../saving/save-change.ts'
import {
  $keys,
  $openText,
  $pageContext,
  $sheet,
  closeSheet,
  isOnPage,
  type OpenText,
} from '../state/editing-state.ts'
import { refreshPageStatus } from '../state/page-status.ts'
import type { Unsaved } from '../unsaved/unsaved.ts'
import { $unsaved, removeUnsaved, storeUnsaved } from '../unsaved/unsaved-store.ts'

const isChanged = ({ start, data }: Unsaved) => !isSameContent(start, data)

const unsavedOf = ({ id, page, data, start, revision }: OpenText): Unsaved => ({
  id,
  page,
  path: location.pathname,
  data,
  start,
  revision,
})

/** Stores an edit in the browser. Removes the stored edit if the content is the same as before the edit. */
export const storeIfChanged = (entry: Unsaved): void =>
  (isChanged(entry) ? storeUnsaved : removeUnsaved)(entry)

export function storeOpenText(): void {
  const openText = $openText.get()
  if (openText) storeIfChanged(unsavedOf(openText))
}

/** Opens a key: a text in place, a picture in a sheet. An open text is cancelled. */
export function openKey(id: string, element: HTMLElement | null = null): void {
  const key = $keys.get()[id]
  const page = $pageContext.get()?.page
  if (!key || !page) {
    void refreshPageStatus().then(() => $keys.get()[id] && openKey(id, element))
    return
  }
  if ($openText.get()?.id === id) return
  const unsaved = $unsaved
    .get()
    .find((each) => each.id === id && each.page === page && !each.sent && !each.discarded)
  if (unsaved) {
    reopenUnsaved(unsaved)
    return
  }
  cancelEditing({ keepFocus: true, keepsChange: true })
  const { content_data: start, revision } = key
  if (!isText(start)) $sheet.set({ kind: 'picture', id })
  else {
    const target = element ?? visibleElements(id)[0] ?? null
    $openText.set({ id, page, element: target, start, data: start, revision })
  }
}

/** Opens a key with an unsaved change. If another page is shown, the change is stored instead. */
export function reopenUnsaved(entry: Unsaved): void {
  const { id, page, data, start, revision } = entry
  if (!isOnPage(parseId(id, page))) {
    storeUnsaved(entry)
    return
  }
  cancelEditing({ keepFocus: true })
  if (!isText(data)) {
    $sheet.set({ kind: 'picture', id, unsaved: entry })
    return
  }
  // A sheet is modal: the text behind it could not be used.
  closeSheet()
  const [element = null] = visibleElements(id)
  element?.scrollIntoView({ block: 'center' })
  if (element) showPosition(element, data.positioning)
  $openText.set({ id, page, element, start, data, revision })
}

function close(openText: OpenText, keepFocus: boolean): void {
  $openText.set(null)
  if (!keepFocus && openText.element) buttonOf(openText.element).focus({ preventScroll: true })
}

/**
 * Closes the open text without saving. The change can be restored for 10 s.
 * @param options.keepsChange whether it is also offered after a reload, because nobody pressed *Cancel*
 */
export function cancelEditing({ keepFocus = false, keepsChange = false } = {}): void {
  const openText = $openText.get()
  if (!openText) return
  for (const element of keyElements(openText.id)) {
    showPosition(element, isText(openText.start) ? openText.start.positioning : undefined)
  }
  close(openText, keepFocus)
  discardUnsaved(unsavedOf(openText), { keepsChange })
}

/** Discards an edit. It can be restored for 10 s. @param options.keepsChange see `cancelEditing` */
export function discardUnsaved(entry: Unsaved, { keepsChange = false } = {}): void {
  removeUnsaved(entry)
  if (!isChanged(entry)) return
  if (keepsChange) storeUnsaved({ ...entry, discarded: true })
  showToast({
    title: 'Discarded.',
    description: textName(parseId(entry.id, entry.page)),
    durationMs: discardedMs,
    action: { label: 'Undo', run: () => reopenUnsaved(entry) },
  })
}

/** Saves an edit as a draft. The browser stores the edit until the server has it. */
export async function saveUnsaved(entry: Unsaved): Promise<Outcome> {
  const { id, page, start, revision, data } = entry
  storeUnsaved({ ...entry, sent: true })
  const outcome = await saveChange(
    { key: parseId(id, page), start, revision, data },
    {
      onSaved: () => removeUnsaved(entry),
      onPostponed: (later, from) => storeUnsaved({ ...entry, ...from, data: later }),
      // The editor has seen the other person's version, so an edit that is restored later is based on that version.
      onTheirsChosen: ({ content_data, revision: latest }) =>
        discardUnsaved({ ...entry, start: content_data, revision: latest }),
    },
  )
  if (outcome.kind === 'failed') storeUnsaved(entry)
  return outcome
}

/** Closes the open text and saves it as a draft if it changed. */
export async function saveOpenText(): Promise<void> {
  const openText = $openText.get()
  if (!openText) return
  const entry = unsavedOf(openText)
  close(openText, false)
  if (!isChanged(entry)) {
    removeUnsaved(entry)
    return
  }
  const { kind } = await saveUnsaved(entry)
  if (kind === 'failed' && !$openText.get() && !$sheet.get()) reopenUnsaved(entry)
}
