import { z } from 'zod'
import { type Database, findRows, hasRow, idList } from '../../platform/database/query.ts'

/** Whether the venue's record was ever saved. */
export const isVenueSaved = (db: Database): Promise<boolean> =>
  hasRow(db)`select from venue limit 1`

const heroUse = z.object({ picture: z.number(), path: z.string() })

/** For each of these pictures, the pages that show it in their hero. */
export const findHeroPathsOf = (db: Database, mediaIds: readonly number[]) =>
  findRows(db, heroUse)`
    select distinct r.media_id as picture, h.path::text as path
      from venue_rels as r
      join venue_hero_images as h
        on h._parent_id = r.parent_id and r.path = 'hero_images.' || (h._order - 1) || '.images'
     where r.media_id = any(${idList(mediaIds)}::int[]) order by path`
