import { formatLeft } from '../../cms/features/lunch-run/rules.ts'

let isStarted = false
/** For each countdown: the clock of this device when it was found, minus the server’s clock then, in ms. */
const aheadOf = new WeakMap<Element, number>()

/** Counts down to the cut-off of a lunch by the server’s clock. Works after navigations too. */
export function startCountDown(): void {
  if (isStarted) return
  isStarted = true
  tick()
  setInterval(tick, 1000)
  document.addEventListener('visibilitychange', tick)
}

function tick(): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-tile] [data-cut-off]')) {
    const ahead = aheadOf.get(each) ?? Date.now() - Number(each.dataset.now)
    aheadOf.set(each, ahead)
    if (document.hidden) continue
    const text = formatLeft(Number(each.dataset.cutOff) - (Date.now() - ahead))
    if (each.textContent !== text) each.textContent = text
  }
}
