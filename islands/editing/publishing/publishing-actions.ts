import type {
  ItemsRequest,
  KeyStatus,
  Replacement,
  ScheduledAction,
} from '../../../cms/features/content/editing/contract.ts'
import { dismissToast, showToast } from '../../../cms/platform/ui/toasts.ts'
import { calls, showFailure } from '../calls.ts'
import { whenSettled } from '../saving/pending-saves.ts'
import { announce, findKey, isOnPage } from '../state/editing-state.ts'
import { refreshPageStatus } from '../state/page-status.ts'
import { recordOperation } from '../undo/undo-store.ts'

type Item = Omit<ItemsRequest['items'][number], 'revision'> & { revision: number | null }

/** The chosen keys in the format of the API, without keys that have no stored record. */
const itemsOf = (chosen: readonly Item[]): ItemsRequest['items'] =>
  chosen.flatMap(({ page, section, content_key, revision }) =>
    revision === null ? [] : [{ page, section, content_key, revision }],
  )

const countWithNoun = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

let shownToast: number | null = null

// Waits for pending saves, so that the action includes them. Refreshes the page's status at the end.
async function runAction(title: string, run: () => Promise<string>): Promise<boolean> {
  await whenSettled()
  try {
    const message = await run()
    // The new result may contradict the previous one.
    if (shownToast !== null) dismissToast(shownToast)
    shownToast = showToast({ title: message })
    announce(message)
    return true
  } catch (error) {
    showFailure(error, title)
    return false
  } finally {
    await refreshPageStatus()
  }
}

/** Publishes the chosen drafts, all or none. */
export const publish = (chosen: readonly KeyStatus[]): Promise<boolean> =>
  runAction('Publishing failed', async () => {
    const { count: published } = await calls.publish({ items: itemsOf(chosen) })
    return `${countWithNoun(published, 'draft')} published.`
  })

/** Takes keys off the page. @param instead what the page shows then */
export const unpublish = (chosen: readonly Item[], instead: Replacement): Promise<boolean> =>
  runAction('Taking it off failed', async () => {
    const { count: taken } = await calls.unpublish({ items: itemsOf(chosen), instead })
    return `${countWithNoun(taken, 'text')} taken off the page.`
  })

/** Asks publishers to look at the chosen drafts. */
export const askReview = (chosen: readonly KeyStatus[]): Promise<boolean> =>
  runAction('Asking failed', async () => {
    await calls.askReview({ items: itemsOf(chosen) })
    return 'Asked. Publishers see it on their first page.'
  })

/**
 * Discards drafts; the page shows the live text again. *Undo* brings the words back as a draft, if they are of this page: the
 * status of others is not known here.
 */
export async function discard(chosen: readonly KeyStatus[]): Promise<boolean> {
  const isDone = await runAction('Discarding failed', async () => {
    const { count: discarded } = await calls.discard({ items: itemsOf(chosen) })
    const said = `${countWithNoun(discarded, 'draft')} discarded.`
    return chosen.every(isOnPage)
      ? `${said} Undo brings ${discarded === 1 ? 'it' : 'them'} back.`
      : said
  })
  if (isDone) for (const draft of chosen) recordDiscarded(draft)
  return isDone
}

/** @param draft the status before it was discarded; the page's status is newer */
function recordDiscarded({ content_data: before, revision: from, ...draft }: KeyStatus): void {
  const now = findKey(draft)
  // The new status has not arrived.
  if (!now || now.revision === from) return
  const { page, section, content_key, content_type } = draft
  const operation = { page, section, content_key, content_type, before, after: now.content_data }
  recordOperation({ ...operation, from, revision: now.revision })
}

/**
 * @param at in the venue's time zone, `YYYY-MM-DDTHH:MM`
 * @param instead for `unpublish`: what the page shows after the keys are unpublished
 */
export const schedule = (
  action: ScheduledAction,
  at: string,
  chosen: readonly Item[],
  instead: Replacement | undefined,
): Promise<boolean> =>
  runAction('Scheduling failed', async () => {
    const items = itemsOf(chosen)
    // The reply says how the server resolved a time that daylight saving skips or repeats.
    return (await calls.schedule({ action, at, items, instead })).message
  })

export const cancelScheduled = (batch: string): Promise<boolean> =>
  runAction('Cancelling failed', async () => {
    await calls.cancelSchedule({ batch })
    return 'The schedule is cancelled.'
  })
