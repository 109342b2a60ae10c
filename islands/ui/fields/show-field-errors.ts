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
  const wrong = fieldsOf(controls).filter((field) => {
    const problem = field.map(problemOf).find((each) => each !== null)
    if (problem) mark(field, problem)
    else unmark(field)
    return problem !== undefined
  })
  wrong[0]?.[0].focus()
  return wrong.length > 0
}

/** A control, or the radio buttons of one group: what has one message. */
type Field = [Control, ...Control[]]

type Named = Pick<Control, 'name' | 'type'>

const isOneField = (one: Named, other: Named): boolean =>
  one === other ||
  (one.type === 'radio' && other.type === 'radio' && one.name !== '' && one.name === other.name)

/** The fields of a form, in the order of their first controls. */
export const fieldsOf = <Each extends Named>(controls: readonly Each[]): [Each, ...Each[]][] =>
  controls
    .filter((control, at) => controls.findIndex((each) => isOneField(each, control)) === at)
    .map((first) => [
      first,
      ...controls.filter((each) => each !== first && isOneField(first, each)),
    ])

let lastId = 0
/** The ids of messages. They come from a counter, because controls may have no ids, and forms the same names. */
const errorIds = new WeakMap<Control, string>()

function mark(field: Field, problem: string): void {
  const [first] = field
  const last = field.at(-1) ?? first
  const known = field.map((each) => errorIds.get(each)).find((each) => each !== undefined)
  const id = known ?? `field-error-${++lastId}`
  const error = document.getElementById(id) ?? document.createElement('p')
  Object.assign(error, { id, className: 'form-error', role: 'alert', textContent: problem })
  // The message is beside a label, because inside it would be a part of the field's name.
  const place = last.closest('.form-check') ?? last.closest('label') ?? last
  if (place.matches('.form-check')) place.append(error)
  else place.after(error)
  for (const control of field) {
    describeBy(control, [...descriptionsOf(control), id])
    errorIds.set(control, id)
    control.ariaInvalid = 'true'
    control.addEventListener('input', () => unmark(field), { once: true })
  }
}

function unmark(field: Field): void {
  for (const control of field) {
    const id = errorIds.get(control)
    if (id === undefined) continue
    document.getElementById(id)?.remove()
    describeBy(control, descriptionsOf(control))
    errorIds.delete(control)
    control.ariaInvalid = null
  }
}

/** The ids of the elements that describe a control, without that of its message. */
const descriptionsOf = (control: Control): string[] =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id && id !== errorIds.get(control))

function describeBy(control: Control, ids: readonly string[]): void {
  if (ids.length) control.setAttribute('aria-describedby', ids.join(' '))
  else control.removeAttribute('aria-describedby')
}
