import type { Payload } from 'payload'
import type { Database } from '../database/query.ts'
import { featuresOf, type PictureUse } from '../feature.ts'

/** Finds where each of these pictures is used, in all features. */
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
