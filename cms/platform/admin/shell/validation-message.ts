import { asWords } from '../../ui/as-words.ts'

type Problem = { label?: unknown; path?: string; message?: string }
/** The parts of a field that are needed to name it. */
type Named = { name?: string; label?: unknown; flattenedFields?: readonly Named[] }

/**
 * The problems of a refused record in one line, each with the label of its field.
 * @param fieldsOf the fields of the record’s collection or global; problems that hooks find have no label of their own
 * @returns null if `error` is not a validation error
 */
export function validationMessage(
  error: unknown,
  fieldsOf: (from: { collection?: string; global?: string }) => readonly Named[] | undefined,
): string | null {
  const { name, data } = (error ?? {}) as {
    name?: string
    data?: { errors?: Problem[]; collection?: string; global?: string }
  }
  if (name !== 'ValidationError' || !data?.errors?.length) return null
  const fields = fieldsOf(data) ?? []
  return data.errors
    .map(({ label, path = '', message = '' }) => {
      const field = (typeof label === 'string' && label) || nameOf(path, fields)
      // Payload's toast splits the line at its first colon, and would show `https: //`.
      const problem = message.replace(/(https?):\/\/(?!\w)/g, '$1')
      return field ? `${field.replaceAll(' > ', ' › ')} – ${problem}` : problem
    })
    .join(' · ')
}

/** The labels of a field and its parents: `Items > row 2 > Price` for `items.1.price_cents`. */
function nameOf(path: string, fields: readonly Named[]): string {
  let within: readonly Named[] = fields
  const names = path.split('.').map((part) => {
    if (/^\d+$/.test(part)) return `row ${Number(part) + 1}`
    const field = within.find(({ name }) => name === part)
    within = field?.flattenedFields ?? []
    return typeof field?.label === 'string' ? field.label : asWords(part)
  })
  return names.join(' > ')
}
