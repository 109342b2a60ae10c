import { encode } from 'uqr'
import type { CardReply } from '../../../cms/members/profile/contract.ts'
import { cardEveryMs, cardMs } from '../../../cms/members/profile/rules.ts'
import { callApi } from '../../lib/api.ts'
import { pollWhileVisible } from '../../lib/poll-while-visible.ts'
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
  if (!card) return
  let endLook = look(card)
  // Clocks can stand still while a device sleeps: who looks again is shown nothing from before.
  const lookAgain = () => {
    endLook()
    endLook = look(card)
  }
  document.addEventListener('visibilitychange', lookAgain)
  leave = () => {
    document.removeEventListener('visibilitychange', lookAgain)
    endLook()
  }
}

/** Shows codes, each for as long as it is good, to who looks at the card now. @returns what ends it */
function look(card: HTMLElement): () => void {
  let isOver = false
  let goodUntil = 0
  // What has run out is taken away: nobody should hold it up at a bar.
  const endAt = (atMs: number) => {
    if (!isOver && goodUntil <= atMs) card.dataset.state = 'out'
  }
  const renew = async () => {
    // By this device's clock the server's moment could be past, or far ahead: what passes is the same.
    const until = performance.now() + cardMs
    try {
      const { token } = await callApi<CardReply>('/api/member/card')
      if (isOver) return
      print(card, token)
      goodUntil = until
      setTimeout(() => endAt(until), until - performance.now())
    } catch {
      endAt(performance.now())
    }
  }
  card.dataset.state = 'coming'
  card.querySelector('path')?.removeAttribute('d')
  const stop = pollWhileVisible(() => void renew(), cardEveryMs)
  return () => {
    isOver = true
    stop()
  }
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
