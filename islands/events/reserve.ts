import { hasStoredSession } from '../members/session/stored.ts'
import { readSent } from './sent.ts'

/** Lets people reserve on an event's page without leaving it. Its listeners also work after client navigations. */
export function startReserve(): void {
  const show = () => {
    showFields()
    void showReservation()
    void showWhatWasSent()
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

const sectionOnPage = () => document.querySelector<HTMLElement>('[data-reserve]')

/** Hides the fields for name and email address for members, because their session has both. */
function showFields(isMember = hasStoredSession()): void {
  // The script shows problems at their fields.
  const form = sectionOnPage()?.querySelector('form')
  if (form) form.noValidate = true
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
 * Only members have reservations to show, so only they load this part. If it fails to load, the page stays as it is.
 */
async function showReservation(): Promise<void> {
  const section = sectionOnPage()
  if (!section || !hasStoredSession()) return
  const rest = await import('./own-reservation.ts').catch(() => null)
  await rest?.showOwnReservation(section)
}

/** After a reload the page still says that a mail was sent. */
async function showWhatWasSent(): Promise<void> {
  const section = sectionOnPage()
  const form = section?.querySelector('form')
  const sent = section && readSent(Number(section.dataset.reserve))
  if (!form || !sent || hasStoredSession()) return
  const rest = await import('./send-reservation.ts').catch(() => null)
  rest?.showSent(form, sent)
}

/** Loads the rest of the script when it is needed. If this fails, the form is sent as without a script. */
async function send(form: HTMLFormElement): Promise<void> {
  form.ariaBusy = 'true'
  const rest = await import('./send-reservation.ts').catch(() => null)
  if (rest) await rest.sendReservation(form, { showGuestFields: () => showFields(false) })
  else if (form.reportValidity()) form.submit()
  else form.ariaBusy = null
}
