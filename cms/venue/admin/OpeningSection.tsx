import { type OpeningLabels, statusTexts } from '../../../islands/opening/texts.ts'
import type { DashboardProps } from '../../admin/feature-admin.ts'
import { dayNames } from '../names.ts'
import { areaStatus, localMoment } from '../opening-hours.ts'
import { readVenue } from '../service.ts'

const labels: OpeningLabels = {
  open: 'Open',
  until: 'until',
  closed: 'Closed',
  opens: 'opens',
  tomorrow: 'tomorrow',
  noon: 'noon',
  midnight: 'midnight',
  days: Object.values(dayNames),
}

/** Which areas are open now, and until when. */
export async function OpeningSection({ req, timeZone }: DashboardProps) {
  const { hours } = await readVenue(req.payload)
  const now = localMoment(new Date(), timeZone)
  return (
    <section className="today__opening">
      <h2>Open now</h2>
      {hours.areas.length ? (
        <ul>
          {hours.areas.map(({ area }) => {
            const { isOpen, state, detail } = statusTexts(areaStatus(hours, area, now), now, labels)
            return (
              <li key={area} data-open={isOpen || undefined}>
                <b>{area}</b>
                <span>{detail ? `${state}, ${detail}` : state}</span>
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="admin-quiet">No hours are written yet.</p>
      )}
    </section>
  )
}
