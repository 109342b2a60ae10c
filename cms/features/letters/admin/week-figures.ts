import type { DashboardProps, WeekFigure } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { findLettersOfTwoWeeks } from '../queries/editions.ts'
import { findTotals } from '../sending/progress.ts'

const href = '/cms/collections/letters'

/**
 * The numbers of sent letters, of their delivered mails and of clicks on their links, for each of the last two weeks.
 */
export async function findLetterFigures({ req }: DashboardProps): Promise<WeekFigure[]> {
  const letters = await findLettersOfTwoWeeks(databaseOf(req.payload))
  const totals = await findTotals(
    req.payload,
    letters.map(({ id }) => id),
  )
  const sum = (isInLastWeek: boolean, measure: (letter: (typeof letters)[number]) => number) =>
    letters
      .filter((letter) => letter.isInLastWeek === isInLastWeek)
      .reduce((total, letter) => total + measure(letter), 0)
  const compared = (measure: (letter: (typeof letters)[number]) => number) => ({
    href,
    count: sum(true, measure),
    before: sum(false, measure),
  })
  return [
    { label: 'Letters sent', ...compared(() => 1) },
    { label: 'Mails delivered', ...compared(({ id }) => totals.get(id)?.delivered ?? 0) },
    {
      label: 'Clicks in letters',
      ...compared(({ clicks }) => clicks),
      note: 'Counted for the letters of that week. Opens are not counted.',
    },
  ]
}
