import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  idList,
  sql,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { keptDays, keptUnconfirmedDays } from '../rules.ts'
import { enquiries, enquiryMessages, enquiryQuotes } from '../tables.ts'

type Owner = { id: number; email: string }

const ownedBy = ({ id, email }: Owner) => sql`(member = ${id} or email = ${email})`
const exported = rowOf(enquiries, {
  only: [
    ...(['id', 'status', 'kind', 'days', 'dayPart', 'people', 'budgetCents', 'words'] as const),
    ...(['name', 'email', 'phone', 'createdAt', 'confirmedAt', 'closedAt'] as const),
  ],
})
const message = rowOf(enquiryMessages, { only: ['enquiry', 'kind', 'text', 'at'] })
const quote = rowOf(enquiryQuotes, {
  only: [
    ...(['enquiry', 'status', 'area', 'startsAt', 'endsAt', 'lines', 'totalCents'] as const),
    ...(['depositCents', 'words', 'validUntil', 'acceptedAt', 'createdAt'] as const),
  ],
})
const file = z.object({
  enquiry: z.number(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  base64: z.string(),
})

/** What is stored about a person’s enquiries, with the files. Notes of staff are not the person’s data. */
export async function exportEnquiries(db: Database, owner: Owner) {
  const rows = await findRows(db, exported.schema)`
    select ${exported.columns} from enquiries where ${ownedBy(owner)} order by id`
  const ids = idList(rows.map(({ id }) => id))
  const messages = await findRows(db, message.schema)`
    select ${message.columns} from enquiry_messages
     where enquiry = any(${ids}::int[]) and kind in ('guest', 'mail') order by at, id`
  const quotes = await findRows(db, quote.schema)`
    select ${quote.columns} from enquiry_quotes where enquiry = any(${ids}::int[]) order by id`
  const files = await findRows(db, file)`
    select enquiry, name, type, size, translate(encode(bytes, 'base64'), chr(10), '') as base64
      from enquiry_files where enquiry = any(${ids}::int[]) order by id`
  return {
    enquiries: rows,
    enquiry_messages: messages,
    enquiry_quotes: quotes,
    enquiry_files: files,
  }
}

export const listOwned = (db: Database, owner: Owner): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from enquiries where ${ownedBy(owner)} order by id for no key update`

/** The enquiries that are over for so long that nobody needs to know whose they were. */
export const listForgettable = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from enquiries
     where status in ('won', 'lost') and email <> ''
       and greatest(closed_at, (select max(upper(during)) from enquiry_holds as h where h.enquiry = enquiries.id and enquiries.status = 'won'))
           < now() - (case when confirmed_at is null and status = 'lost' then ${keptUnconfirmedDays}::int else ${keptDays}::int end)
                     * interval '1 day'
     order by id limit 200 for no key update skip locked`

/**
 * Deletes enquiries whose address nobody confirmed in a month, and with which staff did nothing: most were sent in somebody
 * else’s name.
 */
export const deleteUnconfirmed = (db: Database): Promise<number> =>
  execute(db)`
    delete from enquiries as e
     where e.confirmed_at is null and e.version = 1
       and e.created_at < now() - ${keptUnconfirmedDays}::int * interval '1 day'
       and not exists (select from enquiry_messages as m where m.enquiry = e.id)`

/** Erases the personal data of enquiries. Kind, days, numbers and prices stay for statistics. The link opens nothing then. */
export async function erasePersonal(db: Database, ids: readonly number[]): Promise<void> {
  const list = idList(ids)
  await execute(db)`delete from enquiry_files where enquiry = any(${list}::int[])`
  await execute(db)`delete from enquiry_messages where enquiry = any(${list}::int[])`
  await execute(db)`
    update enquiry_quotes set words = '', lines = '[]'::jsonb where enquiry = any(${list}::int[])`
  await execute(db)`
    update enquiries set name = '', email = '', phone = null, member = null, words = '', lost_words = null,
           due_on = null, key = 'erased:' || id, link_version = link_version + 1, version = version + 1
     where id = any(${list}::int[])`
}
