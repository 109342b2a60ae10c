import { z } from 'zod'
import { column, type Database, findRows, hasRow } from '../database/query.ts'

/** Whether the venue's record was ever saved. */
export const isVenueSaved = (db: Database): Promise<boolean> =>
  hasRow(db)`select from venue limit 1`

/** The pages whose hero shows a picture. */
export const findHeroPathsOf = (db: Database, mediaId: number): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select distinct h.path::text as path
      from venue_rels as r
      join venue_hero_images as h
        on h._parent_id = r.parent_id and r.path = 'hero_images.' || (h._order - 1) || '.images'
     where r.media_id = ${mediaId} order by path`
