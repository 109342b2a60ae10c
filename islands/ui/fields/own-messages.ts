let isStarted = false

/**
 * Shows the site's own message at each field that is empty or not valid, in every form, instead of the browser's bubble.
 * The messages are loaded when they are needed.
 */
export function showOwnMessages(): void {
  if (isStarted) return
  isStarted = true
  document.addEventListener(
    'invalid',
    (event) => {
      const { target } = event
      const form = target instanceof HTMLElement && 'form' in target && target.form
      if (!(form instanceof HTMLFormElement)) return
      event.preventDefault()
      // The browser sends an event for each field.
      if (target !== form.querySelector(':is(input, select, textarea):invalid')) return
      // A form that React has not taken over yet. It is sent again when it can show its messages itself.
      if (form.closest('astro-island')) form.dataset.pressed = ''
      else void show(form)
    },
    true,
  )
}

async function show(form: HTMLFormElement): Promise<void> {
  const messages = await import('./show-field-errors.ts').catch(() => null)
  if (messages) messages.showFieldErrors(form)
  else form.querySelector<HTMLElement>(':is(input, select, textarea):invalid')?.focus()
}
