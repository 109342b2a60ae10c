import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  jsonRows,
} from '../../../platform/database/query.ts'
import { type NewsKind, type NewsWays, newsKinds, newsWays } from './rules.ts'

const ways = z.partialRecord(z.enum(newsKinds), z.enum(newsWays))

/** The choices of a member that differ from the defaults. */
export const findNewsWays = async (db: Database, member: number): Promise<Partial<NewsWays>> =>
  (await findRow(db, column(ways))`select news from credit_settings where member = ${member}`) ?? {}

export const saveNewsWays = (db: Database, member: number, news: Record<NewsKind, string>) =>
  execute(db)`
    insert into credit_settings (member, rounds_up, news) values (${member}, false, ${JSON.stringify(news)}::jsonb)
    on conflict (member) do update set news = excluded.news, changed_at = now()`

const sender = z.object({ id: z.number(), member: z.number() })

/** The senders of sent credit who are still members. */
export const findSenders = (db: Database, sends: readonly number[]) =>
  findRows(db, sender)`
    select id, member from credit_sends where id = any(${idList(sends)}::int[]) and member is not null`

export const insertNews = (
  db: Database,
  news: readonly { member: number; transfers: readonly number[] }[],
) =>
  execute(db)`
    insert into credit_news (member, transfers)
    select member, array(select jsonb_array_elements_text(transfers)::bigint)
      from jsonb_to_recordset(${jsonRows(news)}) as news (member int, transfers jsonb)`

const newsRow = z.object({
  id: z.number(),
  member: z.number(),
  transfers: z.array(z.coerce.number().int()),
  tries: z.number(),
})

/**
 * Returns the oldest news above an id, and counts the try; null if there is none. The news stays until `deleteNews`, so
 * it is told again if the process dies.
 */
export const takeNews = (db: Database, above: number) =>
  findRow(db, newsRow)`
    update credit_news set tries = tries + 1
     where id = (select id from credit_news where id > ${above} order by id limit 1 for update skip locked)
    returning id, member, to_json(transfers) as transfers, tries`

/** @returns the number of rows: 0 if it was deleted before */
export const deleteNews = (db: Database, id: number) =>
  execute(db)`delete from credit_news where id = ${id}`

export const forgetNews = (db: Database, member: number) =>
  execute(db)`delete from credit_news where member = ${member}`
