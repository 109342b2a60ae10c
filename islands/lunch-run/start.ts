import { formatLeft, formTotal } from '../../cms/features/lunch-run/rules.ts'
import { formatMoney } from '../../cms/platform/ui/money.ts'

const everyMs = 20_000
let isStarted = false
/** The clock of this device minus the server’s clock, in ms; null until a page has told it. */
let aheadMs: number | null = null
let toldBy: Element | null = null
let readAt = 0
let isReading = false

/** Counts down by the server’s clock, counts the total of a form, and keeps the run up to date. Works after navigations too. */
export function startLunch(): void {
  if (isStarted) return
  isStarted = true
  readAt = Date.now()
  tick()
  setInterval(tick, 1000)
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element && target.closest<HTMLFormElement>('[data-lunch-form]')
    if (form) showTotal(form)
  })
  document.addEventListener('visibilitychange', tick)
}

function tick(): void {
  if (!document.querySelector('[data-lunch]')) return
  const countdown = document.querySelector<HTMLElement>('[data-cut-off]')
  // Also in a tab in the background, because the first time says what the server’s clock was.
  if (countdown) showLeft(countdown)
  if (document.hidden) return
  if (Date.now() - readAt > everyMs) void readAgain()
}

function showLeft(countdown: HTMLElement): void {
  if (aheadMs === null || toldBy !== countdown) {
    // The first page was made a moment ago; what was read again told the clock itself.
    if (aheadMs === null) aheadMs = Date.now() - Number(countdown.dataset.now)
    toldBy = countdown
  }
  const left = Number(countdown.dataset.cutOff) - (Date.now() - aheadMs)
  const text = formatLeft(left)
  if (countdown.textContent !== text) countdown.textContent = text
  // The cut-off: the form goes, whatever is typed in it.
  if (left <= 0 && Date.now() - readAt > 3000) void readAgain(true)
}

/** Reads the page again and replaces its parts. A part in which somebody types stays, unless the cut-off is over. */
async function readAgain(isOver = false): Promise<void> {
  if (isReading) return
  isReading = true
  readAt = Date.now()
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    if (!response.ok || response.redirected) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const next = page.querySelector<HTMLElement>('[data-lunch]')
    const shown = document.querySelector<HTMLElement>('[data-lunch]')
    if (!next || next.dataset.lunch !== shown?.dataset.lunch) return
    const now = Number(page.querySelector<HTMLElement>('[data-now]')?.dataset.now)
    if (now) aheadMs = Date.now() - now
    for (const part of document.querySelectorAll<HTMLElement>('[data-live]'))
      replace(part, page, isOver)
  } catch {
    // Without a network the page stays as it is, and is read again later.
  } finally {
    isReading = false
  }
}

function replace(part: HTMLElement, page: Document, isOver: boolean): void {
  const name = part.dataset.live
  const next = page.querySelector<HTMLElement>(`[data-live="${name}"]`)
  if (!next) return
  // The form is replaced only when it comes or goes, or a dish has sold out, so that what is chosen stays.
  if (name === 'form' && !isOver && part.childElementCount === next.childElementCount) {
    if (isSameOffer(part, next)) return
  }
  const isInUse = part.contains(document.activeElement) || part.querySelector('details[open]')
  if (isInUse && !(isOver && name === 'form')) return
  const [before, after] = [part, next].map((each) =>
    each.textContent?.replace(/\d{1,3}:\d\d(:\d\d)?/, ''),
  )
  if (before === after) return
  part.replaceChildren(...next.childNodes)
}

const offerOf = (part: Element) =>
  [...part.querySelectorAll('[data-dish]')].map((dish) => dish.querySelector('input') !== null)
const isSameOffer = (one: Element, other: Element) =>
  String(offerOf(one)) === String(offerOf(other))

function showTotal(form: HTMLFormElement): void {
  const total = form.querySelector('[data-total]')
  const cents = formTotal(
    [...form.querySelectorAll<HTMLElement>('[data-dish]')].map((dish) => ({
      quantity: Number(dish.querySelector<HTMLInputElement>('input[type=number]')?.value ?? 0),
      cents: [
        Number(dish.dataset.cents),
        ...[...dish.querySelectorAll<HTMLInputElement>('input:checked')].map(({ dataset }) =>
          Number(dataset.cents),
        ),
      ],
    })),
  )
  if (total) total.textContent = formatMoney(cents, form.dataset.currency ?? '')
}
