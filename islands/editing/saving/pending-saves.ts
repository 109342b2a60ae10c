import { atom, type ReadableAtom } from 'nanostores'

const $count = atom(0)

export const $pendingCount: ReadableAtom<number> = $count

let events = 0
/** Rises with each save that starts or ends; used to detect replies that are older than a save. */
export const saveEventCount = (): number => events

export function startPending(): void {
  events += 1
  $count.set($count.get() + 1)
}
/** The count never falls below 0. Source: spec section 4. */
export function finishPending(): void {
  events += 1
  $count.set(Math.max(0, $count.get() - 1))
}

export const whenSettled = (): Promise<void> =>
  new Promise((resolve) => {
    if ($count.get() === 0) return resolve()
    const stop = $count.listen((count) => {
      if (count > 0) return
      stop()
      resolve()
    })
  })
