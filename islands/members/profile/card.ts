import { encode } from 'uqr'
import { cardEveryMs, cardMs } from '../../../cms/features/members/profile/rules.ts'
import { pollWhileVisible } from '../../../cms/platform/ui/poll-while-visible.ts'
import { qrPath } from '../../../cms/platform/ui/qr-path.ts'
import { makeOfflineCard, prepareOfflineCard } from '../../check-in/card/offline-card.ts'
import { findCard } from '../calls.ts'

/** Light modules around the code. ISO/IEC 18004 requires four; the card's margin adds the other two. */
const quietModules = 2

let close = () => {}

/** Keeps the QR code of the membership card valid, on this page and on later pages. */
export function showCard(): void {
  open()
  document.addEventListener('astro:page-load', open)
  document.addEventListener('astro:before-swap', () => close())
}

function open(): void {
  close()
  close = () => {}
  const card = document.querySelector<HTMLElement>('[data-card]')
  if (!card) return
  let stop = renewWhileVisible(card)
  // Timers may stop while a device sleeps, so the old code is discarded when the page becomes visible.
  const restart = () => {
    stop()
    stop = renewWhileVisible(card)
  }
  document.addEventListener('visibilitychange', restart)
  close = () => {
    document.removeEventListener('visibilitychange', restart)
    stop()
  }
}

/** The card of the server; without a network, the one that this browser signs. */
async function findToken(): Promise<string | null> {
  if (!navigator.onLine) return makeOfflineCard()
  try {
    const { token } = await findCard()
    void prepareOfflineCard(token).catch(() => {})
    return token
  } catch {
    return makeOfflineCard()
  }
}

/** Makes a new code every `cardEveryMs` and hides an expired code. @returns a function that stops both */
function renewWhileVisible(card: HTMLElement): () => void {
  let isStopped = false
  let validUntil = 0
  const expireAt = (atMs: number) => {
    if (!isStopped && validUntil <= atMs) card.dataset.state = 'out'
  }
  const renew = async () => {
    // Measures durations only, because the device's clock may differ from the server's.
    const until = performance.now() + cardMs
    try {
      const token = await findToken()
      if (isStopped) return
      if (token === null) {
        expireAt(performance.now())
        return
      }
      render(card, token)
      validUntil = until
      setTimeout(() => expireAt(until), until - performance.now())
    } catch {
      expireAt(performance.now())
    }
  }
  card.dataset.state = 'coming'
  card.querySelector('path')?.removeAttribute('d')
  const stop = pollWhileVisible(() => void renew(), cardEveryMs)
  return () => {
    isStopped = true
    stop()
  }
}

function render(card: HTMLElement, token: string): void {
  const { data, size } = encode(token, { ecc: 'M', border: quietModules })
  card.querySelector('svg')?.setAttribute('viewBox', `0 0 ${size} ${size}`)
  card.querySelector('path')?.setAttribute('d', qrPath(data))
  card.dataset.state = 'good'
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  card
    .querySelector('[data-remaining]')
    ?.animate([{ scale: '1 1' }, { scale: '0 1' }], { duration: cardEveryMs, fill: 'forwards' })
}
