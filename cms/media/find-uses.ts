import type { Payload } from 'payload'
import type { Database } from '../database/query.ts'
import { featuresOf } from '../feature.ts'

/** The places that show each of these pictures, as parts of a sentence. */
export async function findUses(
  payload: Payload,
  db: Database,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const uses = new Map<number, string[]>(ids.map((id) => [id, []]))
  for (const { findPictureUses } of featuresOf(payload)) {
    for (const { picture, place } of (await findPictureUses?.(db, ids)) ?? []) {
      uses.get(picture)?.push(place)
    }
  }
  return uses
}
