import { encode } from 'uqr'
import type { CardReply } from '../../cms/profile/contract.ts'
import { cardEveryMs, cardMs } from '../../cms/profile/rules.ts'
import { callApi } from '../lib/api.ts'
import { pollWhileVisible } from '../lib/poll-while-visible.ts'
import { pathOf } from './qr-path.ts'

/** Light squares around a code. Source: ISO/IEC 18004, quiet zone; the card's own edge gives the rest. */
const quietSquares = 2

let leave = () => {}

/** Keeps the code of a membership card true, on this page and on those that follow. */
export function showCard(): void {
  open()
  document.addEventListener('astro:page-load', open)
  document.addEventListener('astro:before-swap', () => leave())
}

function open(): void {
  leave()
  leave = () => {}
  const card = document.querySelector<HTMLElement>('[data-card]')
  if (card) leave = pollWhileVisible(() => void renew(card), cardEveryMs)
}

async function renew(card: HTMLElement): Promise<void> {
  // By this device's clock the server's moment could be past, or far ahead: what passes is the same.
  const until = performance.now() + cardMs
  try {
    const { token } = await callApi<CardReply>('/api/member/card')
    print(card, token)
    card.dataset.until = String(until)
    setTimeout(() => endAt(card, until), until - performance.now())
  } catch {
    endAt(card, performance.now())
  }
}

// What has run out is taken away: nobody should hold it up at a bar.
function endAt(card: HTMLElement, atMs: number): void {
  if (Number(card.dataset.until ?? 0) <= atMs) card.dataset.state = 'out'
}

function print(card: HTMLElement, token: string): void {
  const { data, size } = encode(token, { ecc: 'M', border: quietSquares })
  card.querySelector('svg')?.setAttribute('viewBox', `0 0 ${size} ${size}`)
  card.querySelector('path')?.setAttribute('d', pathOf(data))
  card.dataset.state = 'good'
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  card
    .querySelector('[data-left]')
    ?.animate([{ scale: '1 1' }, { scale: '0 1' }], { duration: cardEveryMs, fill: 'forwards' })
}
