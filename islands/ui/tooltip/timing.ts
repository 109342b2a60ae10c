/** How long the pointer rests on an element before its tooltip opens. Source: spec section 9. */
const openDelayMs = 700
/** Within this time after a tooltip was closed, the next one opens at once. Source: spec section 9. */
const skipDelayMs = 300

type Effects<Target> = {
  /** Shows the tooltip of an element; null hides it. */
  show: (target: Target | null) => void
  now: () => number
  /** @returns a function that cancels the call */
  schedule: (run: () => void, afterMs: number) => () => void
}

/** Decides when tooltips open and close. At most one is open. */
export function createTooltipTiming<Target>({ show, now, schedule }: Effects<Target>) {
  let open: Target | null = null
  let closedAtMs = Number.NEGATIVE_INFINITY
  let cancel = (): void => {}

  const close = (): void => {
    cancel()
    if (open === null) return
    open = null
    closedAtMs = now()
    show(null)
  }

  /** @param atOnce whether the element was reached with the keyboard */
  const enter = (target: Target, { atOnce = false } = {}): void => {
    if (open === target) return
    close()
    const reveal = () => {
      open = target
      show(target)
    }
    if (atOnce || now() - closedAtMs < skipDelayMs) reveal()
    else cancel = schedule(reveal, openDelayMs)
  }

  return { enter, close }
}
