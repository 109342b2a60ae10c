import type { PayloadRequest } from 'payload'

const key = 'check-in at the door'

/** Says that a change of a reservation was made by a scan, which is stored already. */
export function markAtDoor(req: PayloadRequest): PayloadRequest {
  req.context = { ...req.context, [key]: true }
  return req
}

export const isAtDoor = ({ context }: PayloadRequest): boolean => context?.[key] === true
