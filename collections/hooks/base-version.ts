import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload'

/** Remembers the version that a form is based on, if the request names it. */
export const rememberBaseVersion: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation !== 'update') return args
  const { data } = args as { data?: { updatedAt?: unknown } }
  if (typeof data?.updatedAt === 'string') req.context.baseVersion = data.updatedAt
  return args
}

/**
 * Whether a change is based on the current version of a record. Payload writes the whole record as it
 * read it, with the values of the form as the admin loaded it; both must be current.
 * @param read the record as Payload read it
 * @param lockedAt when the record, which is locked now, was changed last
 */
export function isBasedOnCurrent(
  { context }: PayloadRequest,
  read: { updatedAt?: unknown } | undefined,
  lockedAt: Date | undefined,
): boolean {
  const bases = [read?.updatedAt, context.baseVersion ?? read?.updatedAt]
  return bases.every((at) => Date.parse(String(at)) === lockedAt?.getTime())
}
