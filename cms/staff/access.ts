import type { PayloadRequest } from 'payload'
import type { Access } from '../http/call.ts'
import { staffError } from './errors.ts'
import { isProved } from './proof.ts'
import { hasRole, type Role, requireRole } from './roles.ts'

/** The staff member who made a call, as the call's handler gets them. */
export type StaffCaller = ReturnType<typeof requireRole>

/** Access for staff with this role or a higher role. */
export const staff =
  (role: Role): Access<StaffCaller> =>
  (req) =>
    requireRole(req, role)

/** Access for admins whose session has a proof of the last five minutes. */
export const provedAdmin: Access<StaffCaller> = async (req) => {
  const caller = requireRole(req, 'admin')
  await requireProof(req)
  return caller
}

/** @throws HttpError `forbidden` if the session has no proof of the last five minutes */
export async function requireProof(req: PayloadRequest): Promise<void> {
  if (!(await isProved(req))) throw staffError('proof_required', { reason: 'proof_required' })
}

/** Access for all staff. Unlike `staff('editor')`, its error does not mention editing. */
export const anyStaff: Access<StaffCaller> = (req) => {
  if (hasRole(req, 'editor')) return staff('editor')(req)
  throw staffError('not_signed_in')
}
