/** Starts what the ledger page does in the browser. Its listeners also work after client navigations. */
export function startLedger(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-proved]')) return
    event.preventDefault()
    if (form.ariaBusy) return
    // Without the dialogs, the server leads to the page that takes a code.
    import('./send.ts').then(
      ({ send }) => send(form),
      () => form.submit(),
    )
  })
}
