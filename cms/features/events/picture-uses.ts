import { type Database, idList } from '../../platform/database/query.ts'
import type { PictureUse } from '../../platform/feature.ts'
import { findPicturesOfEvents } from './queries/records.ts'

/** Where pictures of events are shown. */
export async function findPictureUses(
  db: Database,
  mediaIds: readonly number[],
): Promise<PictureUse[]> {
  const events = await findPicturesOfEvents(db, idList(mediaIds))
  return events.map(({ picture, id, title }) => ({
    picture,
    place: `the event “${title}”`,
    path: `/collections/events/${id}`,
  }))
}
