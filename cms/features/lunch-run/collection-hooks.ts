import { type CollectionBeforeValidateHook, ValidationError } from 'payload'

/** A vendor needs an address for its orders. Our own kitchens are one record. */
export const checkVendor: CollectionBeforeValidateHook = async ({ data, originalDoc, req }) => {
  if (!data || data.deletedAt) return data
  const { kind, email } = { ...originalDoc, ...data }
  const refuse = (path: string, label: string, message: string) => {
    throw new ValidationError(
      { collection: 'lunch_vendors', errors: [{ message, path, label }], req },
      req.t,
    )
  }
  if (kind !== 'kitchens') {
    if (!email) refuse('email', 'Where orders are mailed', 'Write where orders are mailed.')
    return data
  }
  const { totalDocs } = await req.payload.count({
    collection: 'lunch_vendors',
    where: {
      kind: { equals: 'kitchens' },
      ...(originalDoc?.id && { id: { not_equals: originalDoc.id } }),
    },
    req,
  })
  if (totalDocs) refuse('kind', 'Who cooks', 'There is a record of our kitchens already.')
  return data
}
