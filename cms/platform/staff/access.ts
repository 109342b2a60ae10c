import type { PayloadRequest } from 'payload'
import { type Access, accessFor } from '../http/call.ts'
import { isStaff, requirePermission, requireStaffMember } from './can.ts'
import { staffError } from './errors.ts'
import type { Permission } from './permissions.ts'
import { isProved } from './proof.ts'

/** The staff member who made a call, as the call's handler gets them. */
export type StaffCaller = ReturnType<typeof requirePermission>

/** Access for staff who have the permission. */
export const staff = (permission: Permission): Access<StaffCaller> =>
  accessFor(permission, (req) => requirePermission(req, permission))

/** Access for staff who have the permission, and whose session has a proof of the last five minutes. */
export const provedStaff = (permission: Permission): Access<StaffCaller> =>
  accessFor(permission, async (req) => {
    const caller = requirePermission(req, permission)
    await requireProof(req)
    return caller
  })

/** @throws HttpError `forbidden` if the session has no proof of the last five minutes */
export async function requireProof(req: PayloadRequest): Promise<void> {
  if (!(await isProved(req))) throw staffError('proof_required', { reason: 'proof_required' })
}

/** Access for all staff, whatever they may do: for their own account. Its error does not mention editing. */
export const anyStaff: Access<StaffCaller> = accessFor('staff', (req) => {
  if (isStaff(req)) return requireStaffMember(req)
  throw staffError('not_signed_in')
})
