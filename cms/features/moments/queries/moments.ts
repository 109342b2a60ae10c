import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRow,
  findRows,
  hasRow,
  idList,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf, type Values } from '../../../platform/database/row.ts'
import { memberOfEmail, nameOfMember } from '../../members/service.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { type ReactionKind, reactionKinds, type WallView } from '../rules.ts'
import { moments } from '../tables.ts'

const momentRow = rowOf(moments, { without: ['key', 'hashes'] })
export type Moment = z.output<typeof momentRow.schema>

/** Finds a moment, and locks it until the transaction ends. */
export const lockMoment = (db: Database, id: number): Promise<Moment | null> =>
  findRow(db, momentRow.schema)`
    select ${momentRow.columns} from moments where id = ${id} for no key update`

/** The moment of an upload that was sent before; null if it is new. */
export const findByKey = (db: Database, { member, key }: { member: number; key: string }) =>
  findRow(db, momentRow.schema)`
    select ${momentRow.columns} from moments where member = ${member} and key = ${key}`

/** @returns the id; null if the upload was stored meanwhile by the same request */
export const insertMoment = (
  db: Database,
  values: Values<typeof moments>,
): Promise<number | null> => {
  const row = insertion(moments, values)
  return findRow(db, column(z.number()))`
    insert into moments (${row.names}) select ${row.values}
        on conflict (member, key) do nothing returning id`
}

export const updateMoment = (
  db: Database,
  id: number,
  values: Values<typeof moments>,
): Promise<number> =>
  execute(db)`update moments set ${assignments(moments, values)} where id = ${id}`

export const deleteMoment = (db: Database, id: number): Promise<number> =>
  execute(db)`delete from moments where id = ${id}`

/** Moments of a member that staff looked at and showed. */
export const countShownByStaff = (db: Database, member: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from moments
     where member = ${member} and state = 'shown' and decided_at is not null`

const wallRow = momentRow.schema.extend({
  name: z.string().nullable(),
  love: z.number(),
  cheers: z.number(),
  laugh: z.number(),
  own: z.array(z.enum(reactionKinds)),
})
/** A moment as members see it: with the name of its author, its reactions, and those of the viewer (`own`). */
export type WallMoment = z.output<typeof wallRow>

const wallColumns = sql`${momentRow.columnsOf('m')},
  ${nameOfMember(sql`m.member`)} as name, r.love, r.cheers, r.laugh, r.own`
const reactions = (viewer: number): SQL => sql`cross join lateral (
  select count(*) filter (where kind = 'love')::int as love,
         count(*) filter (where kind = 'cheers')::int as cheers,
         count(*) filter (where kind = 'laugh')::int as laugh,
         coalesce(jsonb_agg(kind) filter (where member = ${viewer}), '[]') as own
    from moment_reactions where moment = m.id) as r`

const matching = ({ area, event, month }: Omit<WallView, 'before'>): SQL =>
  sql.join(
    [
      sql`m.state = 'shown'`,
      ...(area ? [sql`m.area = ${area}`] : []),
      ...(event ? [sql`m.event = ${event}`] : []),
      ...(month ? [sql`m.month = ${month}`] : []),
    ],
    sql` and `,
  )

/** The moments of the wall, newest first. */
export const listWall = (
  db: Database,
  view: WallView,
  { viewer, limit }: { viewer: number; limit: number },
): Promise<WallMoment[]> =>
  findReadableRows(db, wallRow, 'moments')`
    select ${wallColumns}
      from (select * from moments as m
             where ${matching(view)} and id < ${view.before ?? 2 ** 31 - 1}
             order by id desc limit ${limit}) as m ${reactions(viewer)}
     order by m.id desc`

/** A moment as a member sees it: one that is shown, or an own one. */
export const findForMember = (db: Database, id: number, viewer: number) =>
  findRow(db, wallRow)`
    select ${wallColumns} from moments as m ${reactions(viewer)}
     where m.id = ${id} and (m.state = 'shown' or m.member = ${viewer})`

const neighbours = z.object({ newer: z.number().nullable(), older: z.number().nullable() })

/** The ids of the moments beside one on the wall. */
export const findNeighbours = (db: Database, view: WallView, id: number) =>
  requireRow(db, neighbours)`
    select (select id from moments as m where ${matching(view)} and id > ${id} order by id limit 1) as newer,
           (select id from moments as m where ${matching(view)} and id < ${id} order by id desc limit 1) as older`

/** A member's own moments that nobody else sees, newest first. */
export const listOwnUnseen = (db: Database, member: number, limit: number): Promise<Moment[]> =>
  findReadableRows(db, momentRow.schema, 'moments')`
    select ${momentRow.columns} from moments
     where member = ${member} and state <> 'shown' order by id desc limit ${limit}`

const bounds = z.object({ first: z.string().nullable(), last: z.string().nullable() })

/** The months of the oldest and the newest moment. */
export const findMonths = (db: Database) =>
  requireRow(db, bounds)`
    select (select month from moments where state = 'shown' order by id limit 1) as first,
           (select month from moments where state = 'shown' order by id desc limit 1) as last`

/** The newest dates of events with shown moments. Reads one row of the index for each, and those that are not shown. */
export const listEventsWithMoments = (db: Database, limit: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    with recursive found (event, number) as (
      (select event, 1 from moments
        where event is not null and state = 'shown' order by event desc limit 1)
      union all
      select (select m.event from moments as m
               where m.event < found.event and m.state = 'shown' order by m.event desc limit 1), number + 1
        from found where found.event is not null and number < ${limit}::int)
    select event from found where event is not null`

/** The newest moments of one of these events: of the first in the list that has some. */
export const listOfFirstEvent = (
  db: Database,
  events: readonly number[],
  { viewer, limit }: { viewer: number; limit: number },
): Promise<WallMoment[]> =>
  findReadableRows(db, wallRow, 'moments')`
    select ${wallColumns}
      from (select m.* from moments as m
             where m.state = 'shown'
               and m.event = (select o.event from unnest(${idList(events)}::int[]) with ordinality as o (event, place)
                               where exists (select from moments where event = o.event and state = 'shown')
                               order by o.place limit 1)
             order by m.id desc limit ${limit}) as m ${reactions(viewer)}
     order by m.id desc`

/** Switches a reaction. Repeating it changes nothing. */
export const setReaction = (
  db: Database,
  { moment, member, kind, on }: { moment: number; member: number; kind: ReactionKind; on: boolean },
): Promise<number> =>
  on
    ? execute(db)`
        insert into moment_reactions (moment, member, kind) values (${moment}, ${member}, ${kind})
            on conflict do nothing`
    : execute(db)`
        delete from moment_reactions
         where moment = ${moment} and member = ${member} and kind = ${kind}`

const publicRow = rowOf(moments, {
  only: ['id', 'caption', 'alt', 'area', 'width', 'height', 'color', 'widths'],
})
/** A moment as visitors see it. */
export type PublicMoment = z.output<typeof publicRow.schema>

const isPublic = sql.raw(`state = 'shown' and audience = 'everybody'`)

/** Moments that staff chose for the pages of an area, or of the dates of an event. */
export const listChosen = (
  db: Database,
  { area, series }: { area?: string | undefined; series?: number | undefined },
  limit: number,
): Promise<PublicMoment[]> =>
  findReadableRows(db, publicRow.schema, 'moments')`
    select ${publicRow.columns} from moments
     where ${isPublic} and is_chosen and ${series === undefined ? sql`area = ${area}` : sql`series = ${series}`}
     order by id desc limit ${limit}`

/** Moments that everybody may see, of an area and from a time on, the newest first. */
export const listPublic = (
  db: Database,
  { area, since }: { area: VenueArea; since: Date },
  limit: number,
): Promise<PublicMoment[]> =>
  findReadableRows(db, publicRow.schema, 'moments')`
    select ${publicRow.columns} from moments
     where ${isPublic} and area = ${area} and created_at >= ${since.toISOString()}::timestamptz
     order by id desc limit ${limit}`

/** Those of these moments that everybody may see, in the given order. */
export const listPublicByIds = (db: Database, ids: readonly number[]): Promise<PublicMoment[]> =>
  findReadableRows(db, publicRow.schema, 'moments')`
    select ${publicRow.columns} from moments
     where ${isPublic} and id = any(${idList(ids)}::int[])
     order by array_position(${idList(ids)}::int[], id)`

export const findPublic = (db: Database, id: number): Promise<PublicMoment | null> =>
  findRow(db, publicRow.schema)`
    select ${publicRow.columns} from moments where ${isPublic} and id = ${id}`

const exported = rowOf(moments, {
  only: ['id', 'caption', 'alt', 'area', 'event', 'audience', 'state', 'createdAt'],
})

export const exportMomentsOf = (db: Database, member: number) =>
  findRows(db, exported.schema)`
    select ${exported.columns} from moments where member = ${member} order by id`

export const exportReactionsOf = (db: Database, member: number) =>
  findRows(db, z.object({ moment: z.number(), kind: z.string() }))`
    select moment, kind from moment_reactions where member = ${member} order by moment, kind`

/** Whether staff chose a moment of this member. */
export const hasChosen = (db: Database, member: number): Promise<boolean> =>
  hasRow(db)`select from moments where member = ${member} and is_chosen`

/** Deletes a member's moments with their files, their reactions, and their name in reports. */
export async function eraseOf(db: Database, member: number): Promise<void> {
  await execute(db)`delete from moments where member = ${member}`
  await execute(db)`delete from moment_reactions where member = ${member}`
  await execute(db)`update moment_reports set member = null, text = '' where member = ${member}`
}

/** The member with an address; null if there is none. */
export const findMemberOf = (db: Database, email: string): Promise<number | null> =>
  findRow(db, column(z.number().nullable()))`select ${memberOfEmail(sql`${email}::text`)}`
