import { executeAuthStrategies, type Payload } from 'payload'
import type { StaffPerson } from './contract.ts'

/**
 * Who on the staff sent a request with these headers, or null: nobody, somebody whose session has
 * ended, or a member. Where the database does not answer nobody is known to be staff.
 */
export async function findStaff(payload: Payload, headers: Headers): Promise<StaffPerson | null> {
  const { user } = await executeAuthStrategies({ headers, payload })
  if (user?.collection !== 'users') return null
  return { id: user.id, name: user.name, role: user.role }
}
