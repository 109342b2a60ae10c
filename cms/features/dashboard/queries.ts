import { z } from 'zod'
import {
  type Database,
  execute,
  findRow,
  findRows,
  textList,
} from '../../platform/database/query.ts'
import { isoTimestamp } from '../../platform/database/row-fields.ts'
import { type BeerStyle, beerStyles } from '../venue/rules.ts'
import type { TileKind } from './rules.ts'

const triedRow = z.object({ style: z.enum(beerStyles), day: z.string() })
export type TriedStyle = z.output<typeof triedRow>

/** The styles that a member ticked, in the order in which they were ticked. */
export const listTried = (db: Database, member: number): Promise<TriedStyle[]> =>
  findRows(db, triedRow)`
    select style, to_char(day, 'YYYY-MM-DD') as day from tried_beer_styles where member = ${member} order by 2, 1`

/** Makes the ticked styles those of a list. Styles that were ticked before keep their day. Lock the member’s home first. */
export async function saveTried(
  db: Database,
  { member, styles, day }: { member: number; styles: readonly BeerStyle[]; day: string },
): Promise<void> {
  await execute(db)`
    delete from tried_beer_styles where member = ${member} and style not in ${textList(styles)}`
  await execute(db)`
    insert into tried_beer_styles (member, style, day)
    select ${member}::int, style, ${day}::date from ${textList(styles)} as chosen (style) on conflict do nothing`
}

const homeRow = z.object({
  tiles: z.array(z.string()),
  nudges_read_at: isoTimestamp.nullable(),
})

export const findHome = (db: Database, member: number) =>
  findRow(db, homeRow)`
    select tiles, nudges_read_at from member_homes where member = ${member}`

/** Locks the row of a member’s home, which is made if there is none. @returns the stored order */
export async function lockHome(db: Database, member: number): Promise<string[]> {
  await execute(db)`insert into member_homes (member) values (${member}) on conflict do nothing`
  const row = await findRow(db, z.object({ tiles: z.array(z.string()) }))`
    select tiles from member_homes where member = ${member} for no key update`
  return row?.tiles ?? []
}

export const saveTiles = (db: Database, member: number, tiles: readonly TileKind[]) =>
  execute(db)`
    update member_homes set tiles = array${textList(tiles)}, changed_at = now() where member = ${member}`

/** Nudges count as read up to a time, which is never set back and is not in the future. */
export const saveNudgesRead = (db: Database, member: number, until: string) =>
  execute(db)`
    insert into member_homes (member, nudges_read_at) values (${member}, least(${until}::timestamptz, now()))
    on conflict (member) do update
       set nudges_read_at = greatest(member_homes.nudges_read_at, excluded.nudges_read_at), changed_at = now()`

export async function deleteOf(db: Database, member: number): Promise<void> {
  await execute(db)`delete from tried_beer_styles where member = ${member}`
  await execute(db)`delete from member_homes where member = ${member}`
}
