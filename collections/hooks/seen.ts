import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload'

/** Remembers the version that a form is based on, if the request names it. */
export const noteSeen: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation !== 'update') return args
  const { data } = args as { data?: { updatedAt?: unknown } }
  if (typeof data?.updatedAt === 'string') req.context.startedFrom = data.updatedAt
  return args
}

/**
 * Whether a locked record is still the version that a change is based on. Payload writes whole records
 * as it read them, and the admin's form as it was loaded.
 * @param read the record as Payload read it
 * @param lockedAt the last change of the locked record
 */
export function isSeen(
  { context }: PayloadRequest,
  read: { updatedAt?: unknown } | undefined,
  lockedAt: Date | undefined,
): boolean {
  const seen = [read?.updatedAt, context.startedFrom ?? read?.updatedAt]
  return seen.every((at) => Date.parse(String(at)) === lockedAt?.getTime())
}
