import type { Payload } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { findActiveMembers } from '../../members/service.ts'
import { findVenue } from '../../venue/service.ts'
import { type Audience, findMissingField, nudgeProblems } from '../rules.ts'

/** What is wrong with an audience now, and the field to correct; null if nothing is wrong. */
export async function findAudienceProblem(
  payload: Payload,
  db: Database,
  audience: Audience,
): Promise<{ field: string; message: string } | null> {
  const { audience: kind, own_topics, person } = audience
  const missing = findMissingField(audience)
  if (missing) return missing
  if (kind === 'chosen' && own_topics.length) {
    const { topics } = await findVenue(payload)
    if (own_topics.some((name) => !topics.includes(name))) {
      return { field: 'own_topics', message: nudgeProblems.noTopic }
    }
  }
  if (kind === 'person' && !(await findActiveMembers(db, person === null ? [] : [person])).length) {
    return { field: 'person', message: nudgeProblems.noMember }
  }
  return null
}
