import { navigate } from 'astro:transitions/client'
import { linkKind } from '../../cms/features/nudges/rules.ts'
import { track } from '../analytics/early/track.ts'
import { adoptStyles } from '../lib/adopt-styles.ts'
import { isPage } from '../navigation/links.ts'
import styles from './button.css?inline'
import { reportClick } from './calls.ts'
import type { Nudge } from './message.ts'

adoptStyles(styles)

let rendered: { nudge: Nudge; element: HTMLElement; button: HTMLElement } | null = null

/**
 * Shows the button for a nudge on the current page; null removes it. Source: spec section 2, "Nudge button".
 * @param onClick is called before the link is followed
 */
export function renderButton(nudge: Nudge | null, onClick: (nudge: Nudge) => void): void {
  // The host is a live region, so screen readers announce the nudge.
  const host = document.querySelector<HTMLElement>('[data-nudge-host]')
  if (rendered && rendered.nudge === nudge) {
    // A navigation has replaced the page, so the button is added to the new one.
    host?.append(rendered.element)
    keepFocusVisible()
    return
  }
  const hadFocus = rendered?.button === document.activeElement
  rendered?.element.remove()
  rendered = null
  if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  if (!nudge || !host) return
  const button = createButton(host.dataset)
  button.addEventListener('click', () => {
    onClick(nudge)
    reportClick(nudge)
    trackClick(nudge)
    void closeNotification(nudge)
    followLink(nudge.url)
  })
  const element = document.createElement('div')
  const words = wordsOf(nudge)
  if (words.textContent) button.setAttribute('aria-describedby', words.id)
  element.append(words, button)
  // The words can cover a part of the page, so Escape hides them.
  button.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') words.hidden = true
  })
  rendered = { nudge, element, button }
  host.append(element)
  keepFocusVisible()
  track('nudge_shown')
}

/** Counts a click on the button or the notification. */
export const trackClick = ({ id }: Nudge): void =>
  track('nudge_clicked', {
    source: 'nudge',
    medium: 'push',
    campaign: id ? `nudge-${id}` : 'nudge',
  })

const createButton = ({ text, label }: { text?: string; label?: string }): HTMLElement =>
  Object.assign(document.createElement('button'), {
    type: 'button',
    name: 'nudge',
    className: 'nudge screen-only',
    textContent: text ?? 'CLICK ME',
    ariaLabel: label ?? 'Nudge',
  })

const wordsOf = ({ title, text }: Nudge): HTMLElement =>
  Object.assign(document.createElement('p'), {
    id: 'nudge-words',
    className: 'nudge-words sr',
    textContent: [title, text].filter(Boolean).join(': '),
  })

/** Opens a nudge's link: a full URL in a new tab, a path of the site in this window. Other links have no effect. */
export function followLink(url: string): void {
  const kind = linkKind(url)
  if (kind === 'tab') window.open(url, '_blank', 'noopener')
  if (kind !== 'path') return
  if (isPage(new URL(url, location.href))) void navigate(url)
  else location.assign(url)
}

async function closeNotification({ id }: Nudge): Promise<void> {
  if (id === null) return
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const each of (await registration?.getNotifications({ tag: id })) ?? []) each.close()
  } catch (error) {
    // Browsers that block storage refuse service workers too.
    console.warn('The notification of a nudge was not closed:', error)
  }
}

/** Moves the button to the other corner while it covers the focused element (WCAG 2.4.11). */
function keepFocusVisible(): void {
  const { button } = rendered ?? {}
  const focused = document.activeElement
  if (!button || !focused || focused === button) return
  button.removeAttribute('data-aside')
  if (focused.matches('body, main')) return
  const [own, other] = [button.getBoundingClientRect(), focused.getBoundingClientRect()]
  const overlapsAcross = other.right > own.left && other.left < own.right
  const overlapsDown = other.bottom > own.top && other.top < own.bottom
  button.toggleAttribute('data-aside', overlapsAcross && overlapsDown)
}
const keepFocusVisibleSoon = () => requestAnimationFrame(keepFocusVisible)
document.addEventListener('focusin', keepFocusVisibleSoon)
addEventListener('scroll', keepFocusVisibleSoon, { passive: true })
addEventListener('resize', keepFocusVisibleSoon)
