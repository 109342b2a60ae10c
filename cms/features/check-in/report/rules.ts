import type { VenueArea } from '../../venue/rules.ts'
import type { Movement as Counted, MovementReason } from '../rules.ts'

/** A movement of the evening, as the report reads it. */
type Row = Omit<Counted, 'id'> & {
  id: number
  counted: number
  area: VenueArea
  door: string
  by: string
  reservation: number | null
  member: number | null
  reason: MovementReason | null
  isGuess: boolean
  isOverride: boolean
}

type Scan = { at: number; door: string; by: string }
/** A scan that staff should know of. It names no guest. `first`: the scan that was earlier. */
export type Listed = Scan & {
  id: number
  why: 'repeat' | MovementReason | 'override' | 'clock'
  reservation: number | null
  people: number
  first: Scan | null
}
export type Report = {
  /** How many came in at all. */
  people: number
  inside: number
  /** By half hours. */
  times: { at: number; people: number }[]
  doors: { door: string; people: number }[]
  listed: Listed[]
}

const halfHourMs = 30 * 60_000

/** The report of an evening. People who left and came back count once. @param rows by time */
export function reportOf(rows: readonly Row[]): Report {
  const times = new Map<number, number>()
  const doors = new Map<string, number>()
  const parties = new Map<string, { inside: number; came: number }>()
  let people = 0
  let inside = 0
  for (const { id, direction, counted, at, door, reservation, member, area } of rows) {
    const key =
      reservation !== null
        ? `reservation ${reservation}`
        : member !== null
          ? `member ${member} ${area}`
          : `walk-ins ${direction} ${id}`
    const party = parties.get(key) ?? { inside: 0, came: 0 }
    parties.set(key, party)
    inside += direction === 'in' ? counted : -counted
    party.inside += direction === 'in' ? counted : -counted
    if (direction === 'back') {
      party.came -= counted
      people -= counted
    }
    const added = Math.max(0, party.inside - party.came)
    if (direction !== 'in' || !added) continue
    party.came += added
    people += added
    const start = Math.floor(at / halfHourMs) * halfHourMs
    times.set(start, (times.get(start) ?? 0) + added)
    doors.set(door, (doors.get(door) ?? 0) + added)
  }
  return {
    ...{ people, inside },
    times: [...times].map(([at, count]) => ({ at, people: count })),
    doors: [...doors].map(([door, count]) => ({ door, people: count })),
    listed: rows.flatMap((row) => listedOf(row, rows)),
  }
}

function listedOf(row: Row, rows: readonly Row[]): Listed[] {
  const { id, at, door, by, reservation, member, count, counted, reason, direction } = row
  const isRepeat = direction === 'in' && counted < count && reason === null
  const why = isRepeat
    ? 'repeat'
    : (reason ?? (row.isOverride ? 'override' : row.isGuess ? 'clock' : null))
  if (!why) return []
  const first = rows.find(
    (other) =>
      other.id !== id &&
      other.direction === 'in' &&
      other.counted > 0 &&
      other.reservation === reservation &&
      other.member === member,
  )
  return [
    {
      ...{ id, why, reservation, at, door, by, people: isRepeat ? count - counted : count },
      first: isRepeat && first ? { at: first.at, door: first.door, by: first.by } : null,
    },
  ]
}

/** A number of people as the report shows it in a breakdown: small groups are not told apart. */
export const groupText = (people: number, smallest: number): string =>
  people > 0 && people < smallest ? `fewer than ${smallest}` : String(people)
