let isStarted = false

/**
 * Shows the site's own message at each field that is empty or not valid, in every form without React, instead of the
 * browser's bubble. The messages are loaded when they are needed.
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
      // React renders these forms. The bubble stays, because the form's script may be missing, or have no messages. A form
      // that is hydrated later shows its own messages then.
      if (form.closest('astro-island')) {
        form.dataset.pressed = ''
        return
      }
      event.preventDefault()
      // The browser sends an event for each field.
      if (target === form.querySelector(':is(input, select, textarea):invalid')) void show(form)
    },
    true,
  )
}

async function show(form: HTMLFormElement): Promise<void> {
  const messages = await import('./show-field-errors.ts').catch(() => null)
  if (messages) messages.showFieldErrors(form)
  else form.querySelector<HTMLElement>(':is(input, select, textarea):invalid')?.focus()
}
