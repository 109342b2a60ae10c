import { atom, type ReadableAtom } from 'nanostores'

const $count = atom(0)

/** How many saves are on their way. */
export const $pending: ReadableAtom<number> = $count

let moves = 0
/** Rises with each save that starts or ends: what was asked for before is older than what is shown. */
export const countMoves = (): number => moves

export function startPending(): void {
  moves += 1
  $count.set($count.get() + 1)
}
/** Never below 0. Source: spec section 4. */
export function finishPending(): void {
  moves += 1
  $count.set(Math.max(0, $count.get() - 1))
}

/** Resolves once nothing is on its way. */
export const whenSettled = (): Promise<void> =>
  new Promise((resolve) => {
    if ($count.get() === 0) return resolve()
    const stop = $count.listen((count) => {
      if (count > 0) return
      stop()
      resolve()
    })
  })
