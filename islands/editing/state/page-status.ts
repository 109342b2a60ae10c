import type { KeyStatus, PageReply } from '../../../cms/features/content/editing/contract.ts'
import { idOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { modeOf } from '../../../cms/features/content/editing/ui/modes.ts'
import { isSameContent } from '../../../cms/features/content/rules.ts'
import { pollWhileVisible } from '../../../cms/platform/ui/poll-while-visible.ts'
import { calls, showFailure } from '../calls.ts'
import { showContent } from '../page/show-content.ts'
import { saveEventCount, whenSettled } from '../saving/pending-saves.ts'
import { reconcileUndo } from '../undo/undo-store.ts'
import { reconcileUnsaved } from '../unsaved/unsaved-store.ts'
import { $keys, $openText, $pageContext, $pageStatus, $toggles } from './editing-state.ts'

const everyMs = 30_000

const shownData = (key: KeyStatus) =>
  modeOf($toggles.get()) === 'view' ? key.live : key.content_data

function showChanges(status: PageReply): void {
  const known = $keys.get()
  for (const key of status.keys) {
    const id = idOf(key)
    const before = known[id]
    if (!before || $openText.get()?.id === id) continue
    if (!isSameContent(shownData(before), shownData(key))) showContent(id, shownData(key))
  }
}

let requests = 0

/**
 * Reads the status of the page's keys and shows what changed, without a reload.
 * @returns whether the server replied
 */
export async function refreshPageStatus(): Promise<boolean> {
  const page = $pageContext.get()?.page
  if (!page) return false
  requests += 1
  const [number, saveEvents] = [requests, saveEventCount()]
  try {
    const status = await calls.page(page)
    if ($pageContext.get()?.page !== page || number !== requests) return true
    const isFirst = $pageStatus.get()?.page !== page
    // If a save started or ended after the request, the reply is outdated: request again.
    if (saveEventCount() !== saveEvents) void whenSettled().then(refreshPageStatus)
    if (saveEventCount() !== saveEvents && !isFirst) return true
    showChanges(status)
    $pageStatus.set(status)
    reconcileUndo(status.keys)
    reconcileUnsaved(page, status.keys)
    return true
  } catch (error) {
    if (!$pageStatus.get()) showFailure(error, 'The page’s texts could not be read')
    return false
  }
}

/** Refreshes regularly, so that other people's drafts and publications appear. */
export const pollPageStatus = (): (() => void) =>
  pollWhileVisible(() => void refreshPageStatus(), everyMs)
