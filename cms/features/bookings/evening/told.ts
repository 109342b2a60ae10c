import type { Database } from '../../../platform/database/query.ts'
import { listQueued } from '../../../platform/mail/service.ts'
import { mailKey } from '../mails/render.ts'
import type { SheetRow } from '../queries/sheet.ts'
import type { Closure } from '../rules.ts'

/** The mail that tells the guest of a booking of a closure. That of desks is the same for both. */
export const mailAbout = (
  { tables }: Pick<Closure, 'tables'>,
  row: Pick<SheetRow, 'kind'> | undefined,
): 'blocked' | 'closure' => (tables.length && row?.kind !== 'desk' ? 'blocked' : 'closure')

/** Each guest gets one mail for a closure. */
export const occasionOf = (closure: number): string => `closure ${closure}`

/** When guests were told of a closure by mail, by their bookings. */
export async function listTold(
  db: Database,
  { id, closure }: { id: number; closure: Pick<Closure, 'tables'> },
  rows: Iterable<SheetRow>,
): Promise<Map<number, Date>> {
  const keys = new Map(
    [...rows].flatMap((row) =>
      row.reservation === null
        ? []
        : [[mailKey(row.reservation, mailAbout(closure, row), occasionOf(id)), row.id] as const],
    ),
  )
  const queued = await listQueued(db, [...keys.keys()])
  return new Map(queued.map(({ key, at }) => [keys.get(key) as number, at]))
}
