import type { ReserveReply } from '../../cms/features/events/contract.ts'
import { outcomeOfReserving } from '../../cms/features/events/guest/rules.ts'
import { ApiError } from '../../cms/platform/ui/api.ts'
import { randomId } from '../../cms/platform/ui/random-id.ts'
import { callWithProofOfWork } from '../lib/call-with-proof-of-work.ts'
import { showFieldErrors } from '../ui/form/show-field-errors.ts'

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
    } else showSent(form, reply.held ? 'held' : 'late')
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

function showSent(form: HTMLFormElement, state: 'held' | 'late'): void {
  const sent = form.parentElement?.querySelector<HTMLElement>(`[data-sent="${state}"]`)
  if (!sent) return
  const to = sent.querySelector('[data-to]')
  if (to) to.textContent = String(new FormData(form).get('email') ?? '')
  form.hidden = true
  sent.hidden = false
  sent.tabIndex = -1
  sent.focus()
}
