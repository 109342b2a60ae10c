import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  hasRow,
  jsonRows,
  requireRow,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { nameOfMember } from '../../members/service.ts'
import { lookalikeBits, removedMonths, reportKinds } from '../rules.ts'
import { moments } from '../tables.ts'

/** Whether one of these hashes is close to one of a removed moment. */
export const isLikeRemoved = (db: Database, hashes: readonly string[]): Promise<boolean> =>
  hasRow(db)`
    select from moment_removed as r, unnest(r.hashes) as removed (hash), ${textList(hashes)} as own (hash)
     where bit_count(removed.hash::bit(64) # own.hash::bit(64)) <= ${lookalikeBits}::int limit 1`

export const rememberRemoved = (db: Database, moment: number): Promise<number> =>
  execute(db)`
    insert into moment_removed (moment, hashes)
    select id, hashes from moments where id = ${moment} and hashes is not null on conflict do nothing`

export const forgetRemoved = (db: Database, moment: number): Promise<number> =>
  execute(db)`delete from moment_removed where moment = ${moment}`

export const forgetOldRemoved = (db: Database): Promise<number> =>
  execute(
    db,
  )`delete from moment_removed where removed_at < now() - make_interval(months => ${removedMonths}::int)`

export const insertReport = (
  db: Database,
  report: {
    moment: number
    kind: (typeof reportKinds)[number]
    member: number | null
    text: string
  },
): Promise<number> =>
  execute(db)`
    insert into moment_reports (moment, kind, member, text)
    select "moment", "kind", "member", "text"
      from jsonb_to_recordset(${jsonRows([report])}) as n ("moment" int, "kind" text, "member" int, "text" text)
     where not exists (
       select from moment_reports as r
        where r.moment = n.moment and r.kind = n.kind and r.text = n.text and r.decided_at is null
          and r.member is not distinct from n.member)`

export const countOpenReports = (db: Database, moment: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from moment_reports where moment = ${moment} and decided_at is null`

/** Marks the open reports of a moment as decided. */
export const endReports = (db: Database, moment: number): Promise<number> =>
  execute(
    db,
  )`update moment_reports set decided_at = now() where moment = ${moment} and decided_at is null`

const report = z.object({ kind: z.enum(reportKinds), text: z.string(), by: z.string().nullable() })
const staffBase = rowOf(moments, {
  only: [
    ...([
      'id',
      'member',
      'state',
      'reason',
      'caption',
      'alt',
      'area',
      'event',
      'audience',
    ] as const),
    ...(['width', 'height', 'color', 'widths', 'isKept', 'isChosen', 'createdAt'] as const),
  ],
})
const staffRow = staffBase.schema.extend({ name: z.string().nullable(), reports: z.array(report) })
/** A moment as staff see it. */
export type StaffMoment = z.output<typeof staffRow>

/** What the list of staff shows: what waits for a decision, what is shown, what everybody may see, what is hidden. */
export const staffLists = ['waiting', 'shown', 'public', 'hidden'] as const
export type StaffList = (typeof staffLists)[number]

const isReported = sql.raw(
  `exists (select from moment_reports as r where r.moment = m.id and r.decided_at is null)`,
)
const conditions = {
  waiting: sql`(m.state = 'waiting' or (m.state in ('shown', 'hidden') and ${isReported}))`,
  shown: sql`m.state = 'shown'`,
  public: sql`m.state = 'shown' and m.audience = 'everybody'`,
  hidden: sql`m.state = 'hidden'`,
} satisfies Record<StaffList, unknown>

export const listForStaff = (
  db: Database,
  { list, before, limit }: { list: StaffList; before: number | null; limit: number },
): Promise<StaffMoment[]> =>
  findReadableRows(db, staffRow, 'moments')`
    select ${staffBase.columnsOf('m')}, ${nameOfMember(sql`m.member`)} as name,
           coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'text', r.text,
                              'by', ${nameOfMember(sql`r.member`)}) order by r.id)
                       from moment_reports as r where r.moment = m.id and r.decided_at is null), '[]') as reports
      from moments as m
     where ${conditions[list]} and m.id < ${before ?? 2 ** 31 - 1}
     order by m.id desc limit ${limit}`

const counts = z.object({ waiting: z.number(), reported: z.number() })

/** Moments that wait for a decision, and those that somebody took down or reported. */
export const countForStaff = (db: Database) =>
  requireRow(db, counts)`
    select (select count(*) from moments where state = 'waiting')::int as waiting,
           (select count(distinct moment) from moment_reports where decided_at is null)::int as reported`
