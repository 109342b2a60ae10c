import type { ReserveReply } from '../../cms/features/bookings/guest/contract.ts'
import { ApiError } from '../../cms/platform/ui/api.ts'
import { callWithProofOfWork } from '../lib/call-with-proof-of-work.ts'
import { hasStoredSession } from '../members/session/stored.ts'
import { showFieldErrors } from '../ui/fields/show-field-errors.ts'

let isStarted = false

/** Lets people complete a booking without leaving its page. Members have nothing to type. */
export function startHold(): void {
  showFields()
  if (isStarted) return
  isStarted = true
  document.addEventListener('astro:page-load', () => showFields())
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || form.getAttribute('name') !== 'table') return
    event.preventDefault()
    if (!form.ariaBusy) void send(form)
  })
}

/** Hides name, address and telephone for members, because their session has what is needed. */
function showFields(isMember = hasStoredSession()): void {
  // The script shows problems at their fields.
  for (const form of document.querySelectorAll<HTMLFormElement>('form[name="table"]'))
    form.noValidate = true
  for (const part of document.querySelectorAll<HTMLElement>('form[name="table"] [data-guest]')) {
    part.hidden = isMember
    for (const input of part.querySelectorAll('input')) input.disabled = isMember
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const problem = form.querySelector('.form-error:not([id])')
  const show = (text: string) => {
    if (problem) problem.textContent = text
  }
  show('')
  if (showFieldErrors(form)) return
  form.ariaBusy = 'true'
  try {
    const { step_free, high_chair, deposit, ...fields } = Object.fromEntries(new FormData(form))
    const body = {
      ...fields,
      step_free: step_free === '1',
      high_chair: high_chair === '1',
      deposit: Number(deposit),
    }
    const { rsvp } = await callWithProofOfWork<ReserveReply>(form.action, body)
    location.assign(`/book/reservation/${rsvp.token}?done=booked`)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'deposit_asked') {
      location.assign(`${location.pathname}?problem=${error.code}`)
      return
    }
    form.ariaBusy = null
    const isKnown = error instanceof ApiError && error.status > 0
    show(isKnown ? error.message : (form.dataset.failed ?? ''))
    // The stored session has ended meanwhile.
    if (error instanceof ApiError && ['who', 'phone'].includes(error.code)) showFields(false)
  }
}
