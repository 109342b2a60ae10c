import type { ClientField, FormState } from 'payload'

/**
 * The form state of a new row with its default values, for Payload's `addFieldRow`. Payload requests the
 * form state from the server when a row is added. The reply overwrites the values of fields that were
 * not in the request. Without this state, text that is typed into the new row before the reply arrives
 * would be lost.
 *
 * @param fields the array's fields; groups and nested arrays are not supported
 */
export const emptyRow = (fields: readonly ClientField[]): FormState =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (!('name' in field) || field.name === 'id') return []
      const value = ('defaultValue' in field ? field.defaultValue : undefined) ?? null
      return [[field.name, { value, initialValue: value, valid: true, passesCondition: true }]]
    }),
  )
