import { fieldProblems } from '../../../cms/platform/http/texts/field-rules.ts'
import { isEmail } from '../../lib/is-email.ts'

/** The words for a field that is empty or not valid. They are those of the newsletter's form. */
const messages: Readonly<Record<string, string>> = {
  name: 'Please write your name.',
  email: 'Please enter a valid email.',
  phone: 'Please write your telephone number.',
}

/** The words for other fields without a value, by the type of the field. */
const missingMessages: Readonly<Record<string, string>> = {
  checkbox: 'Please tick this to go on.',
  radio: 'Please choose one.',
  'select-one': 'Please choose one.',
  file: 'Please choose a file.',
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
  if (!isBad) return null
  const missing = missingMessages[type] ?? 'Please fill this in.'
  if (name === 'phone' && value) return fieldProblems.phone
  return messages[name] ?? (validity.valueMissing ? missing : validationMessage)
}

/**
 * Shows at each field of a form without React what is wrong with it, as `Field` does, and moves the focus to the first
 * of them. A form that is sent by a script needs `noValidate`, because otherwise the browser sends no event; see also
 * `showOwnMessages`.
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
  control.id ||= `${control.form?.getAttribute('name')}-${control.name}`
  const id = errorIdOf(control)
  const error = document.getElementById(id) ?? document.createElement('p')
  Object.assign(error, { id, className: 'form-error', role: 'alert', textContent: problem })
  // The message is beside a label, because inside it would be a part of the field's name.
  const place = control.closest('.form-check') ?? control.closest('label') ?? control
  if (place.matches('.form-check')) place.append(error)
  else place.after(error)
  control.ariaInvalid = 'true'
  describeBy(control, [...descriptionsOf(control), id])
  control.addEventListener('input', () => unmark(control), { once: true })
}

function unmark(control: Control): void {
  if (control.ariaInvalid === null) return
  control.ariaInvalid = null
  describeBy(control, descriptionsOf(control))
  document.getElementById(errorIdOf(control))?.remove()
}

const errorIdOf = ({ id }: Control): string => `${id}-error`

/** The ids of the elements that describe a control, without that of its message. */
const descriptionsOf = (control: Control): string[] =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id && id !== errorIdOf(control))

function describeBy(control: Control, ids: readonly string[]): void {
  if (ids.length) control.setAttribute('aria-describedby', ids.join(' '))
  else control.removeAttribute('aria-describedby')
}
