import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload'

/** Remembers the version that a form is based on, if the request names it. */
export const rememberBaseVersion: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation !== 'update') return args
  const { data } = args as { data?: { updatedAt?: unknown } }
  if (typeof data?.updatedAt === 'string') req.context.baseVersion = data.updatedAt
  return args
}

/**
 * Whether a change is based on the current version of a record. Payload writes the record that it read, merged with the
 * form's values. Both that record and the form must be of the current version.
 * @param read the record as Payload read it
 * @param changedAt when the record was last changed, read after it was locked
 */
export function isBasedOnCurrent(
  { context }: PayloadRequest,
  read: { updatedAt?: unknown } | undefined,
  changedAt: Date | undefined,
): boolean {
  const bases = [read?.updatedAt, context.baseVersion ?? read?.updatedAt]
  return bases.every((at) => Date.parse(String(at)) === changedAt?.getTime())
}
