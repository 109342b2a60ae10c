import { atom, onMount, type ReadableAtom } from 'nanostores'
import { pollWhileVisible } from '../lib/poll-while-visible.ts'
import { fetchTotal } from './fetch-total.ts'

const pollMs = 60_000

const $total = atom<number | null>(null)

/** The latest total in cents; null before the first reply. It is polled while the page is visible. */
export const $totalCents: ReadableAtom<number | null> = $total

onMount($total, () => {
  const controller = new AbortController()
  const update = async () => {
    const cents = await fetchTotal({ signal: controller.signal })
    if (cents !== null) $total.set(cents)
  }
  const stop = pollWhileVisible(update, pollMs)
  return () => {
    stop()
    controller.abort()
  }
})
