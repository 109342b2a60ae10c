import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload'

/** Remembers from when the record is that a form was filled with, where it says so. */
export const noteSeen: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation !== 'update') return args
  const { data } = args as { data?: { updatedAt?: unknown } }
  if (typeof data?.updatedAt === 'string') req.context.startedFrom = data.updatedAt
  return args
}

/**
 * Whether a record that is held is still the one from which a change was made: Payload writes back
 * whole records as it read them, and the admin's form as it loaded them.
 * @param read the record as Payload read it
 * @param held when the record was changed last, now that nobody else may change it
 */
export function isSeen(
  { context }: PayloadRequest,
  read: { updatedAt?: unknown } | undefined,
  held: Date | undefined,
): boolean {
  const seen = [read?.updatedAt, context.startedFrom ?? read?.updatedAt]
  return seen.every((at) => Date.parse(String(at)) === held?.getTime())
}
