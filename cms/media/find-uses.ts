import type { Payload } from 'payload'
import type { Database } from '../database/query.ts'
import { featuresOf, type PictureUse } from '../feature.ts'

/** The places that show each of these pictures, named as parts of a sentence. */
export async function findUses(
  payload: Payload,
  db: Database,
  ids: readonly number[],
): Promise<Map<number, PictureUse[]>> {
  const uses = new Map<number, PictureUse[]>(ids.map((id) => [id, []]))
  for (const { findPictureUses } of featuresOf(payload)) {
    for (const use of (await findPictureUses?.(db, ids)) ?? []) uses.get(use.picture)?.push(use)
  }
  return uses
}
