import type { MineReply } from '../../cms/events/contract.ts'
import { callApi } from '../lib/api.ts'
import { hasStoredSession } from '../members/session/stored.ts'

/** Lets people reserve on an event's page without leaving it. Its listeners also work after client navigations. */
export function startReserve(): void {
  const show = () => {
    showFields()
    void showReservation()
  }
  // The script may run after the first page's `astro:page-load`.
  show()
  document.addEventListener('astro:page-load', show)
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    // `form.name` is not the attribute, because the form has a field called `name`.
    if (!(form instanceof HTMLFormElement) || form.getAttribute('name') !== 'reserve') return
    event.preventDefault()
    if (!form.ariaBusy) void send(form)
  })
}

// Sections whose reservation was requested. On the first page of a visit, `show` runs twice.
const requestedFor = new WeakSet<HTMLElement>()

const sectionOnPage = () => document.querySelector<HTMLElement>('[data-reserve]')
const formOnPage = () => document.querySelector<HTMLFormElement>('form[name="reserve"]')

/** Hides the fields for name and email address for members, because their session has both. */
function showFields(isMember = hasStoredSession()): void {
  for (const part of sectionOnPage()?.querySelectorAll<HTMLElement>('[data-guest]') ?? []) {
    part.hidden = isMember
    for (const input of part.querySelectorAll('input')) input.disabled = isMember
  }
  // On an event for members, other people see only the link to sign in. Until this code runs, the style sheet
  // hides the fields and the button of the form.
  for (const part of sectionOnPage()?.querySelectorAll('[data-member="true"]') ?? []) {
    part.toggleAttribute('data-shown', isMember)
  }
}

/**
 * If the member has already reserved, shows a link to the reservation instead of the form. There is no form if the date
 * has begun or is postponed.
 */
async function showReservation(): Promise<void> {
  const section = sectionOnPage()
  const form = formOnPage()
  const mine = section?.querySelector<HTMLElement>('[data-sent="mine"]')
  if (!section || !mine || !hasStoredSession()) return
  if (requestedFor.has(section)) return
  requestedFor.add(section)
  // Without a reply, the form stays. Sending it finds the reservation too.
  const reply = await callApi<MineReply>(
    `/api/calendar/mine?date=${section.dataset.reserve}`,
  ).catch(() => null)
  // A form that is being filled in stays too.
  if (!reply?.rsvp || form?.ariaBusy || form?.contains(document.activeElement)) return
  const link = mine.querySelector('a')
  if (link) link.href = `/calendar/reservation/${reply.rsvp.token}`
  const isOffered = reply.rsvp.status === 'offered'
  for (const part of mine.querySelectorAll<HTMLElement>('[data-offered]')) {
    part.hidden = (part.dataset.offered === 'true') !== isOffered
  }
  // The minimum height keeps the following content of the page in its place.
  section.style.minHeight = `${section.offsetHeight}px`
  for (const lead of section.querySelectorAll<HTMLElement>('[data-lead]')) lead.hidden = true
  if (form) form.hidden = true
  mine.hidden = false
  // With this mark, the page is loaded again when the session ends.
  section.dataset.personal = ''
}

/** Loads the rest of the script when it is needed. If this fails, the form is sent as without a script. */
async function send(form: HTMLFormElement): Promise<void> {
  form.ariaBusy = 'true'
  const rest = await import('./send-reservation.ts').catch(() => null)
  if (rest) await rest.sendReservation(form, { showGuestFields: () => showFields(false) })
  else form.submit()
}
