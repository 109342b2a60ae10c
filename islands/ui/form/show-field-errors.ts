import { isEmail } from '../../lib/is-email.ts'

/** The words for a field that is empty or not valid. They are those of the newsletter's form. */
const messages: Readonly<Record<string, string>> = {
  name: 'Please write your name.',
  email: 'Please enter a valid email.',
  phone: 'Please write your telephone number.',
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What is wrong with a control; null if it may be sent. */
export function problemOf({
  name,
  type,
  value,
  validity,
  validationMessage,
}: Pick<Control, 'name' | 'type' | 'value' | 'validity' | 'validationMessage'>): string | null {
  const isBad = !validity.valid || (type === 'email' && !isEmail(value.trim()))
  return isBad ? (messages[name] ?? validationMessage) : null
}

/**
 * Shows at each field of a form without React what is wrong with it, as `Field` does, and moves the focus to the first
 * of them. The form needs `noValidate`, because otherwise the browser shows its own message and sends no event.
 * @returns whether there is such a field
 */
export function showFieldErrors(form: HTMLFormElement): boolean {
  const controls = [...form.elements].filter(
    (each): each is Control =>
      each.matches('input, select, textarea') && !each.matches(':disabled'),
  )
  const wrong = controls.filter((control) => {
    const problem = problemOf(control)
    if (problem) mark(control, problem)
    else unmark(control)
    return problem !== null
  })
  wrong[0]?.focus()
  return wrong.length > 0
}

function mark(control: Control, problem: string): void {
  const id = `${control.id}-error`
  const error = document.getElementById(id) ?? document.createElement('p')
  Object.assign(error, { id, className: 'form-error', role: 'alert', textContent: problem })
  control.after(error)
  control.ariaInvalid = 'true'
  control.setAttribute('aria-describedby', id)
  control.addEventListener('input', () => unmark(control), { once: true })
}

function unmark(control: Control): void {
  if (control.ariaInvalid === null) return
  control.ariaInvalid = null
  control.removeAttribute('aria-describedby')
  document.getElementById(`${control.id}-error`)?.remove()
}
