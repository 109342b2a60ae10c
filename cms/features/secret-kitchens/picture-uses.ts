import type { Database } from '../../platform/database/query.ts'
import type { PictureUse } from '../../platform/feature.ts'
import { listWithPictures } from './queries/drops.ts'

/** Drops that show these pictures. */
export const findDropPictures = async (
  db: Database,
  ids: readonly number[],
): Promise<PictureUse[]> =>
  (await listWithPictures(db, ids)).map(({ id, title, picture }) => ({
    picture,
    place: `the drop “${title}”`,
    path: `/secret-kitchens?drop=${id}`,
  }))
