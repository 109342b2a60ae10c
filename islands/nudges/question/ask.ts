import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { adoptStyles } from '../../lib/adopt-styles.ts'
import { isAtWork } from '../at-work.ts'
import { findSubscription, pushSupport, turnOn } from '../push/device.ts'
import styles from './question.css?inline'
import { questionFor } from './rules.ts'
import { questionTexts as texts } from './texts.ts'

const askedKey = 'common-room-nudges-asked'
/** The delay lets the person first see the page. */
const askAfterMs = 3_000
const outcomeMs = 8_000

adoptStyles(styles)

let bar: HTMLElement | null = null

const nextPage = () =>
  new Promise((resolve) => document.addEventListener('astro:after-swap', resolve, { once: true }))

/**
 * Asks on a later page whether to turn nudges on, if `questionFor` says so. The page on which the person did something
 * useful shows the result of that, and nothing covers it.
 */
export async function askSoon(): Promise<void> {
  await nextPage()
  await new Promise((resolve) => setTimeout(resolve, askAfterMs))
  const support = pushSupport()
  const isSubscribed = support === 'ready' && (await findSubscription().catch(() => null)) !== null
  const askedAtMs = readStored<number>('localStorage', askedKey)
  const question = questionFor({ support, isSubscribed, askedAtMs, nowMs: Date.now() })
  // The question is not shown on `/notifications`, because it would repeat that page.
  if (!question || bar || location.pathname.startsWith('/notifications')) return
  if (isAtWork()) return askSoon()
  writeStored('localStorage', askedKey, Date.now())
  show(question)
}

function show(question: 'turn_on' | 'install'): void {
  const { title, body, no } = texts[question]
  bar = document.createElement('section')
  bar.className = 'nudge-question screen-only'
  bar.ariaLabel = texts.label
  const words = document.createElement('div')
  // A live region, because the bar does not take the focus.
  words.setAttribute('role', 'status')
  const buttons = document.createElement('p')
  if (question === 'turn_on') {
    buttons.append(
      button('turn-on-nudges', texts.turn_on.yes, 'form-submit poster', () => void accept(words)),
    )
  }
  buttons.append(button('close-question', no, 'go', close))
  bar.append(words, buttons)
  bar.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
  attach()
  document.addEventListener('astro:after-swap', attach)
  resizeObserver.observe(bar)
  words.append(line(title, 'poster h4'), line(body))
}

function attach(): void {
  if (!bar) return
  document.body.append(bar)
  bar.hidden = isAtWork()
  measure()
}

/** Sets a custom property to the height of the bar, for the styles of the page. */
function measure(): void {
  const height = `${bar?.offsetHeight ?? 0}px`
  document.documentElement.style.setProperty('--question-height', height)
}
const resizeObserver = new ResizeObserver(measure)

async function accept(words: HTMLElement): Promise<void> {
  const buttons = bar?.querySelectorAll('button') ?? []
  if (buttons[0]?.ariaDisabled) return
  if (buttons[0]) buttons[0].ariaDisabled = 'true'
  const outcome = await turnOn()
  words.replaceChildren(line(texts[outcome]))
  buttons[0]?.remove()
  buttons[1]?.focus({ preventScroll: true })
  if (buttons[1]) buttons[1].textContent = texts.install.no
  setTimeout(close, outcomeMs)
}

function close(): void {
  if (!bar) return
  const hadFocus = bar.contains(document.activeElement)
  bar.remove()
  bar = null
  resizeObserver.disconnect()
  document.removeEventListener('astro:after-swap', attach)
  if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

const line = (text: string, className = ''): HTMLElement =>
  Object.assign(document.createElement('p'), { textContent: text, className })

function button(name: string, text: string, className: string, onClick: () => void): HTMLElement {
  const element = document.createElement('button')
  Object.assign(element, { type: 'button', name, textContent: text, className })
  element.addEventListener('click', onClick)
  return element
}
