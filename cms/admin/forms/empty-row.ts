import type { ClientField, FormState } from 'payload'

/**
 * The form state of a row without entries, for `addFieldRow`. Payload takes over values of fields that
 * its request did not contain, so entries made before the reply to a new row would be lost.
 *
 * @param fields of the array; its rows have no groups and no arrays
 */
export const emptyRow = (fields: readonly ClientField[]): FormState =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (!('name' in field) || field.name === 'id') return []
      const value = ('defaultValue' in field ? field.defaultValue : undefined) ?? null
      return [[field.name, { value, initialValue: value, valid: true, passesCondition: true }]]
    }),
  )
