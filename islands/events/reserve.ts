import { hasStoredSession } from '../members/session/stored.ts'

/** Lets people reserve on an event's page without leaving it. Its listeners also work after client navigations. */
export function startReserve(): void {
  // The script may run after the event of the first page.
  showFields()
  document.addEventListener('astro:page-load', () => showFields())
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    // `form.name` is not the attribute, because the form has a field called `name`.
    if (!(form instanceof HTMLFormElement) || form.getAttribute('name') !== 'reserve') return
    event.preventDefault()
    if (!form.ariaBusy) void send(form)
  })
}

const formOnPage = () => document.querySelector<HTMLFormElement>('form[name="reserve"]')

/** Members are known by their session, so they type neither name nor address. */
function showFields(isMember = hasStoredSession()): void {
  for (const part of formOnPage()?.querySelectorAll<HTMLElement>('[data-guest]') ?? []) {
    part.hidden = isMember
    for (const input of part.querySelectorAll('input')) input.disabled = isMember
  }
  // On an event for members, others see only the link to sign in. Until this runs, the style sheet hides the
  // fields and the button of the form.
  for (const part of formOnPage()?.querySelectorAll('[data-member="true"]') ?? []) {
    part.toggleAttribute('data-shown', isMember)
  }
}

/** Loads the rest when it is needed. If that fails, the form is sent as without a script. */
async function send(form: HTMLFormElement): Promise<void> {
  form.ariaBusy = 'true'
  const rest = await import('./send-reservation.ts').catch(() => null)
  if (rest) await rest.sendReservation(form, { showGuestFields: () => showFields(false) })
  else form.submit()
}
