import { followCredit } from './follow.ts'

/** Starts the functions of the ledger page in the browser. The listeners also work after client navigations. */
export function startLedger(): void {
  followCredit()
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-proved]')) return
    event.preventDefault()
    if (form.ariaBusy) return
    // If the dialogs can't load, the form is sent natively. The server then redirects to the page where the
    // member enters a code.
    import('./send.ts').then(
      ({ send }) => send(form),
      () => form.submit(),
    )
  })
}
