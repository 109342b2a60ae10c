import type { TextField } from 'payload'
import { isClock } from '../../cms/venue/written-hours.ts'

type Clock = { required?: boolean; check?: Check }
/** What else is wrong with a time that is one, looking at its row and at the whole record. */
type Check = (row: Record<string, unknown>, record: Record<string, unknown>) => string | null

/**
 * A field for a wall-clock time, `HH:MM`.
 * @param options.required false where it may be left empty; `check` is asked then too
 */
export const clockField = (name: string, { required = true, check }: Clock = {}): TextField => ({
  name,
  type: 'text',
  required,
  admin: {
    width: '50%',
    components: { Field: '/cms/admin/fields/DateTimeFields.tsx#TimeField' },
  },
  validate: (
    value: unknown,
    { data, siblingData }: { data: Record<string, unknown>; siblingData: Record<string, unknown> },
  ) => {
    if ((value || required) && !isClock(value)) return 'Write the time as HH:MM, for example 17:30.'
    return check?.(siblingData, data) ?? true
  },
})

/** Refuses what is no full address of a page; nothing at all is left to `required`. */
export function webAddress(value: unknown): string | true {
  if (!value) return true
  const url = typeof value === 'string' && value.length <= 500 ? URL.parse(value) : null
  const isLink = url && /^https?:$/.test(url.protocol) && /^https?:\/\/\S+$/i.test(String(value))
  return isLink ? true : 'Write a full address that begins with https:// or http://.'
}

/** Refuses what nobody can dial. */
export function phoneNumber(value: unknown): string | true {
  if (!value) return true
  const isNumber = typeof value === 'string' && /^\+?[\d\s()./-]{5,40}$/.test(value)
  const digits = String(value).replace(/\D/g, '').length
  if (isNumber && digits >= 5 && digits <= 15) return true
  return 'Write a phone number, for example +44 114 496 0184.'
}
