import { executeAuthStrategies, type Payload } from 'payload'
import type { StaffPerson } from './contract.ts'

/**
 * Finds the staff member who sent a request.
 * @returns null for a stranger, a member, an expired session, or while the database is unavailable
 */
export async function findStaff(payload: Payload, headers: Headers): Promise<StaffPerson | null> {
  const { user } = await executeAuthStrategies({ headers, payload })
  if (user?.collection !== 'users') return null
  return { id: user.id, name: user.name, role: user.role }
}
