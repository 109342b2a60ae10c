import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { describeDay } from '../../events/when.ts'
import { findSheet } from '../evening/find-sheet.ts'

/** Tonight’s tables in a line, on the first page of the bar. */
export async function EveningLink({ req, today }: DashboardProps) {
  const { bookings, day } = await findSheet(req.payload)
  const coming = bookings.filter(({ status }) => status === 'expected' || status === 'waiting')
  const inside = bookings.filter(({ status }) => status === 'seated')
  return (
    <section>
      {/* After midnight it is still the evening before. */}
      <h2>Tables{day === today ? null : `, ${describeDay(day, today)}`}</h2>
      <p>
        {coming.length} to come, {inside.length} seated
      </p>
      <div className="station__buttons">
        <CmsLink className="station__button" href="/cms/evening">
          Evening sheet
        </CmsLink>
      </div>
    </section>
  )
}
