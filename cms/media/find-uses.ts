import type { Payload } from 'payload'
import type { Database } from '../database/query.ts'
import { featuresOf } from '../feature.ts'

/** The places that show a picture, as parts of a sentence. */
export async function findUses(payload: Payload, db: Database, id: number): Promise<string[]> {
  const uses: string[] = []
  for (const { findPictureUses } of featuresOf(payload)) {
    uses.push(...((await findPictureUses?.(db, id)) ?? []))
  }
  return uses
}
