import type { EnquireReply } from '../../cms/features/enquiries/guest/contract.ts'
import { ApiError } from '../../cms/platform/ui/api.ts'
import { randomId } from '../../cms/platform/ui/random-id.ts'
import { callWithProofOfWork } from '../lib/call-with-proof-of-work.ts'
import { hasStoredSession } from '../members/session/stored.ts'

let isStarted = false
// The idempotency key of each form. It is the same for each attempt, so a repeated request has no second effect.
const keys = new WeakMap<HTMLFormElement, string>()

/** Sends the form of an enquiry without leaving its page, so that nothing typed is lost. Members type no name. */
export function startEnquiry(): void {
  showGuestFields()
  if (isStarted) return
  isStarted = true
  document.addEventListener('astro:page-load', () => showGuestFields())
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || form.getAttribute('name') !== 'enquiry') return
    event.preventDefault()
    if (!form.ariaBusy) void send(form)
  })
}

function showGuestFields(isMember = hasStoredSession()): void {
  for (const part of document.querySelectorAll<HTMLElement>('form[name="enquiry"] [data-guest]')) {
    part.hidden = isMember
    for (const input of part.querySelectorAll('input')) input.disabled = isMember
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const problem = form.querySelector('.form-error:not([id])')
  const show = (text: string) => {
    if (problem) problem.textContent = text
  }
  const key = keys.get(form) ?? randomId()
  keys.set(form, key)
  form.ariaBusy = 'true'
  show('')
  try {
    const data = new FormData(form)
    const days = data.getAll('days').filter(Boolean)
    const body = { ...Object.fromEntries(data), key, days, people: Number(data.get('people')) }
    const { token } = await callWithProofOfWork<EnquireReply>(form.action, body)
    location.assign(`/book/hall/enquiry${token ? `/${token}` : ''}?done=sent`)
  } catch (error) {
    form.ariaBusy = null
    const isKnown = error instanceof ApiError && error.status > 0
    show(isKnown ? error.message : (form.dataset.failed ?? ''))
    // The stored session has ended meanwhile.
    if (isKnown && error.code === 'bad_request' && hasStoredSession()) showGuestFields(false)
    if (isKnown) keys.delete(form)
  }
}
