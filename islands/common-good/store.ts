import { atom, onMount, type ReadableAtom } from 'nanostores'
import { pollWhileVisible } from '../lib/poll-while-visible.ts'
import { fetchTotal } from './fetch-total.ts'

const pollMs = 60_000

const $total = atom<number | null>(null)

/** The pot's total in hundredths as last heard of, or null before the first answer; asked for while somebody looks. */
export const $totalCents: ReadableAtom<number | null> = $total

onMount($total, () => {
  const asked = new AbortController()
  const ask = async () => {
    const cents = await fetchTotal({ signal: asked.signal })
    if (cents !== null) $total.set(cents)
  }
  const stop = pollWhileVisible(ask, pollMs)
  return () => {
    stop()
    asked.abort()
  }
})
