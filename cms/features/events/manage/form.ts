const numbers = ['date', 'rsvp', 'inside', 'party', 'position', 'version', 'capacity']
const lists = ['areas']
const answers: Record<string, boolean> = { yes: true, no: false }

/**
 * Reads the values of an organiser's form as the calls expect them. An empty number becomes null; a number that can't be
 * converted stays a text. A `tell` other than yes or no becomes null; an `is_here` other than yes becomes false.
 */
export function readManageForm(form: FormData): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of new Set(form.keys())) {
    const text = form.get(name)
    if (lists.includes(name)) values[name] = form.getAll(name)
    else if (numbers.includes(name)) {
      values[name] = text === '' ? null : /^\d+$/.test(String(text)) ? Number(text) : text
    } else if (name === 'tell') values[name] = answers[String(text)] ?? null
    else values[name] = name === 'is_here' ? text === 'yes' : text
  }
  return values
}
