import { insertRun, type Run } from '../../cms/features/lunch-run/queries/runs.ts'
import { type Dish, minutesLater } from '../../cms/features/lunch-run/rules.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { newFormKey } from './credit.ts'
import type { Query } from './database.ts'
import { venueDayOf } from './venue-days.ts'

/** Rice for 9.00, soup for 4.50, and bao for 8.00 with exactly one filling, of which pork is 1.50 more. */
export const testDishes: Dish[] = [
  { id: 'rice', name: 'Rice', description: '', priceCents: 900, diets: [], groups: [] },
  { id: 'soup', name: 'Soup', description: '', priceCents: 450, diets: [], groups: [] },
  {
    ...{ id: 'bao', name: 'Bao', description: '', priceCents: 800, diets: [] },
    groups: [
      {
        ...{ id: 'filling', name: 'Filling', choose: 'one' },
        options: [
          { id: 'pork', name: 'Pork', priceCents: 150 },
          { id: 'tofu', name: 'Tofu', priceCents: 0 },
        ],
      },
    ],
  },
]

let serial = 0
/** Adds a run that is open for an hour, each with a vendor of its own. */
export async function addRun(
  db: Database,
  given: Partial<Parameters<typeof insertRun>[1]> = {},
): Promise<Run> {
  const now = new Date()
  const day = venueDayOf(now)
  const run = await insertRun(db, {
    ...{ day, source: 'vendor', vendor: ++serial, offerName: 'Golden Wok', dishes: testDishes },
    ...{ area: 'Kitchens', opensAt: minutesLater(now, -60), cutOffAt: minutesLater(now, 60) },
    ...{ endsAt: minutesLater(now, 600), withoutRunner: 'cancel', key: newFormKey() },
    ...given,
  })
  if (!run) throw new Error('The run was not added.')
  return run
}

/** Moves the cut-off of a run to some seconds from now, or ago. It opened before. */
export const setCutOff = (query: Query, run: number, seconds: number) =>
  query(
    `update lunch_runs
        set cut_off_at = clock_timestamp() + $2 * interval '1 second',
            opens_at = least(opens_at, clock_timestamp() + $2 * interval '1 second' - interval '1 hour')
      where id = $1`,
    [run, seconds],
  )
/** Ends the day of a run. */
export const endDay = (query: Query, run: number) =>
  query(
    `update lunch_runs set opens_at = now() - interval '3 hours', cut_off_at = now() - interval '2 hours', ends_at = now() - interval '1 minute' where id = $1`,
    [run],
  )
