import type { ReserveReply } from '../../cms/features/events/contract.ts'
import { outcomeOfReserving } from '../../cms/features/events/guest/rules.ts'
import { ApiError } from '../../cms/platform/ui/api.ts'
import { randomId } from '../../cms/platform/ui/random-id.ts'
import { callWithProofOfWork } from '../lib/call-with-proof-of-work.ts'
import { showFieldErrors } from '../ui/fields/show-field-errors.ts'
import { forgetSent, keepSent, type Sent } from './sent.ts'

// The idempotency key of each form. It is the same for each attempt, so a repeated request has no second effect.
const keys = new WeakMap<HTMLFormElement, string>()

/**
 * Sends the reservation of a form, and shows the outcome on its page.
 * @param showGuestFields shows the fields for somebody without a session
 */
export async function sendReservation(
  form: HTMLFormElement,
  { showGuestFields }: { showGuestFields: () => void },
): Promise<void> {
  const problem = form.querySelector('.form-error:not([id])')
  const show = (text: string) => {
    if (problem) problem.textContent = text
  }
  const key = keys.get(form) ?? randomId()
  keys.set(form, key)
  show('')
  if (showFieldErrors(form)) {
    form.ariaBusy = null
    return
  }
  try {
    const { date, party, ...fields } = Object.fromEntries(new FormData(form))
    const body = { ...fields, key, date: Number(date), party: Number(party) }
    const reply = await callWithProofOfWork<ReserveReply>(form.action, body)
    // If the visitor comes back to this page, its form can be sent again; its key makes that harmless.
    form.ariaBusy = null
    if ('rsvp' in reply) {
      const done = outcomeOfReserving(body, reply.rsvp)
      location.assign(`/calendar/reservation/${reply.rsvp.token}?done=${done}`)
    } else {
      const sent = {
        state: reply.held ? ('held' as const) : ('late' as const),
        email: String(fields.email ?? ''),
      }
      keepSent(Number(date), sent)
      showSent(form, sent)?.focus()
      setTimeout(() => void showPlacesLeft(), cacheMs)
    }
  } catch (error) {
    form.ariaBusy = null
    const isKnown = error instanceof ApiError && error.status > 0
    show(isKnown ? error.message : (form.dataset.failed ?? ''))
    // The stored session has ended meanwhile.
    if (error instanceof ApiError && error.code === 'who') showGuestFields()
    // After a refusal, the next attempt is a new request with a new key.
    if (isKnown) keys.delete(form)
  }
}

/** Shows, in place of the form, that a mail was sent. @returns the element that says it */
export function showSent(form: HTMLFormElement, { state, email }: Sent): HTMLElement | null {
  const sent = form.parentElement?.querySelector<HTMLElement>(`[data-sent="${state}"]`)
  if (!sent) return null
  const to = sent.querySelector('[data-to]')
  if (to) to.textContent = email
  form.hidden = true
  sent.hidden = false
  sent.tabIndex = -1
  const again = sent.querySelector<HTMLElement>('[data-again]')
  if (again) {
    again.onclick = () => {
      forgetSent()
      keys.delete(form)
      sent.hidden = true
      form.hidden = false
      form.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
    }
  }
  return sent
}

/** How long a changed page may take until every process serves it. */
const cacheMs = 1500

/** The page was rendered before the reservation, so it may show more places than are left. */
async function showPlacesLeft(): Promise<void> {
  const line = document.querySelector('[data-places]')
  const page = await fetch(location.pathname)
    .then((reply) => reply.text())
    .catch(() => '')
  const current = new DOMParser().parseFromString(page, 'text/html').querySelector('[data-places]')
  if (line && current) line.replaceWith(current)
}
