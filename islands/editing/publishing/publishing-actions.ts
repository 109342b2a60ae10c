import type { ChosenRequest, KeyStatus, ScheduledAction } from '../../../cms/editing/contract.ts'
import { showToast } from '../../lib/toasts.ts'
import { calls, showFailure } from '../calls.ts'
import { whenSettled } from '../saving/pending-saves.ts'
import { say } from '../state/editing-state.ts'
import { refresh } from '../state/page-status.ts'

type Named = Omit<ChosenRequest['items'][number], 'revision'> & { revision: number | null }

/** What a request names of the chosen: only that, and only what is kept. */
const itemsOf = (chosen: readonly Named[]): ChosenRequest['items'] =>
  chosen.flatMap(({ page, section, content_key, revision }) =>
    revision === null ? [] : [{ page, section, content_key, revision }],
  )

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

// Whatever came of it, the page shows how things stand now, without being loaded again.
async function carryOut(title: string, run: () => Promise<string>): Promise<boolean> {
  // What is on its way belongs to what is published.
  await whenSettled()
  try {
    const said = await run()
    showToast({ title: said })
    say(said)
    return true
  } catch (error) {
    showFailure(error, title)
    return false
  } finally {
    await refresh()
  }
}

/** Publishes the chosen drafts, all or none, once nothing is on its way. */
export const publish = (chosen: readonly KeyStatus[]): Promise<boolean> =>
  carryOut('Publishing failed', async () => {
    const { count: published } = await calls.publish({ items: itemsOf(chosen) })
    return `${count(published, 'draft')} published.`
  })

/** Takes texts off the page; those in code show again, and what was kept stays as a draft. */
export const unpublish = (chosen: readonly Named[]): Promise<boolean> =>
  carryOut('Unpublishing failed', async () => {
    const { count: taken } = await calls.unpublish({ items: itemsOf(chosen) })
    return `${count(taken, 'text')} taken off the page.`
  })

/** Throws drafts away; the page shows again what is live. */
export const discard = (chosen: readonly KeyStatus[]): Promise<boolean> =>
  carryOut('Discarding failed', async () => {
    const { count: discarded } = await calls.discard({ items: itemsOf(chosen) })
    return `${count(discarded, 'draft')} discarded.`
  })

/** Plans a change. @param at on the venue's clock, `YYYY-MM-DDTHH:MM` */
export const schedule = (
  action: ScheduledAction,
  at: string,
  chosen: readonly Named[],
): Promise<boolean> =>
  carryOut('Scheduling failed', async () => {
    const items = itemsOf(chosen)
    // The server says when that is, also where the clock has no such time or has it twice.
    return (await calls.schedule({ action, at, items })).message
  })

/** Cancels what was scheduled together. */
export const cancelScheduled = (batch: string): Promise<boolean> =>
  carryOut('Cancelling failed', async () => {
    await calls.cancelSchedule(batch)
    return 'The schedule is cancelled.'
  })
