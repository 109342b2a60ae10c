import type { ReserveReply } from '../../cms/events/contract.ts'
import { ApiError } from '../lib/api.ts'
import { callWithWork } from '../lib/call-with-work.ts'
import { randomId } from '../lib/random-id.ts'
import { hasStoredSession } from '../members/session/stored.ts'

/** Lets people reserve on an event's page without leaving it. Its listeners also work after client navigations. */
export function startReserve(): void {
  // The script may run after the event of the first page.
  showFields()
  document.addEventListener('astro:page-load', () => showFields())
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || form.name !== 'reserve') return
    event.preventDefault()
    if (!form.ariaBusy) void reserve(form)
  })
}

const formOnPage = () => document.querySelector<HTMLFormElement>('form[name="reserve"]')

/** Members are known by their session, so they type neither name nor address. */
function showFields(isMember = hasStoredSession()): void {
  for (const part of formOnPage()?.querySelectorAll<HTMLElement>('[data-guest]') ?? []) {
    part.hidden = isMember
    for (const input of part.querySelectorAll('input')) input.disabled = isMember
  }
}

// The same for each attempt on this page, so that a repeated request has no second effect.
const keys = new WeakMap<HTMLFormElement, string>()

async function reserve(form: HTMLFormElement): Promise<void> {
  const problem = form.querySelector('.form-error')
  const show = (text: string) => {
    if (problem) problem.textContent = text
  }
  const key = keys.get(form) ?? randomId()
  keys.set(form, key)
  form.ariaBusy = 'true'
  show('')
  try {
    const { date, party, ...fields } = Object.fromEntries(new FormData(form))
    const body = { ...fields, key, date: Number(date), party: Number(party) }
    const reply = await callWithWork<ReserveReply>(form.action, body)
    if ('rsvp' in reply) location.assign(`/calendar/reservation/${reply.rsvp.token}?done=reserved`)
    else showSent(form, reply.held ? 'held' : 'late')
  } catch (error) {
    form.ariaBusy = null
    const isKnown = error instanceof ApiError && error.status > 0
    show(isKnown ? error.message : (form.dataset.failed ?? ''))
    // The session has ended since it was stored.
    if (error instanceof ApiError && error.code === 'who') showFields(false)
    // A refused request is not repeated, but made anew.
    if (isKnown) keys.delete(form)
  }
}

function showSent(form: HTMLFormElement, how: 'held' | 'late'): void {
  const sent = form.parentElement?.querySelector<HTMLElement>(`[data-sent="${how}"]`)
  if (!sent) return
  form.hidden = true
  sent.hidden = false
  sent.tabIndex = -1
  sent.focus()
}
