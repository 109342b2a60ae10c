import { type CollectionBeforeOperationHook, ValidationError } from 'payload'
import { readAmount } from '../../admin/shell/money.ts'
import { isRecord } from '../../ui/is-record.ts'
import type { Fields } from './where.ts'

type Problem = { path: string; label: string; message: string }

/**
 * Replaces typed amounts, such as `£4,95`, by whole pence (cents). Payload would parse the text with
 * `parseFloat`, which reads `4,95` as 4.
 * @throws ValidationError for an amount that is ambiguous or cannot be read, and for a text in another number field
 *   that is not a number
 */
export const readAmounts: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  req,
}) => {
  const { data } = args as { data?: unknown }
  if ((operation !== 'create' && operation !== 'update') || !isRecord(data)) return args
  const problems: Problem[] = []
  const read = readFields(data, collection.flattenedFields, [], problems)
  if (problems.length) {
    throw new ValidationError({ collection: collection.slug, errors: problems, req }, req.t)
  }
  return { ...args, data: read }
}

function readFields(
  data: Record<string, unknown>,
  fields: Fields,
  path: (string | number)[],
  problems: Problem[],
): Record<string, unknown> {
  const read = { ...data }
  for (const field of fields) {
    const { name } = field
    const value = data[name]
    const at = [...path, name]
    if (field.type === 'array' && Array.isArray(value)) {
      read[name] = value.map((row, index) =>
        isRecord(row) ? readFields(row, field.flattenedFields, [...at, index], problems) : row,
      )
    } else if (field.type === 'number' && typeof value === 'string') {
      const result = field.custom?.isMoney ? readAmount(value) : readNumber(value)
      if ('cents' in result) read[name] = result.cents
      else
        problems.push({
          path: at.join('.'),
          label: labelOf(field),
          message: result.problem,
        })
    }
  }
  return read
}

// The number is returned as `cents`, so that `readNumber` and `readAmount` have the same result type.
const readNumber = (value: string): ReturnType<typeof readAmount> => {
  if (!value.trim()) return { cents: null }
  const number = Number(value)
  return Number.isFinite(number)
    ? { cents: number }
    : { problem: 'Write a number, for example 4.2.' }
}

const labelOf = ({ label, name }: { label?: unknown; name: string }): string =>
  typeof label === 'string' ? label : name
