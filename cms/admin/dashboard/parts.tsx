import { Link } from '@payloadcms/ui'
import { asWords } from '../../../collections/fields/labels.ts'
import { type OpeningLabels, statusWords } from '../../../islands/opening/words.ts'
import { told } from '../../audit/admin/describe-entry.ts'
import { pageName } from '../../content/routes.ts'
import { RescheduleForm } from '../../editing/admin/dashboard/RescheduleForm.tsx'
import { visualPath } from '../../editing/admin/visual-path.ts'
import type { ScheduledEntry } from '../../editing/contract.ts'
import type { Audit, Letter, ScheduledChange } from '../../payload-types.ts'
import { dayNames } from '../../venue/names.ts'
import { areaStatus, type Hours, type LocalMoment } from '../../venue/opening-hours.ts'
import { formatMoment } from '../shell/format.ts'

type Place = { timeZone: string; today: string }

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

/** What is open now, and until when. */
export function Opening({ hours, now }: { hours: Hours; now: LocalMoment }) {
  return (
    <section className="today__opening">
      <h2>Open now</h2>
      {hours.areas.length ? (
        <ul>
          {hours.areas.map(({ area }) => {
            const { isOpen, state, detail } = statusWords(areaStatus(hours, area, now), now, labels)
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

/** The ways that a manager takes most. */
export function Links({ admin, publisher }: { admin: boolean; publisher: boolean }) {
  const links = [
    ['/cms/collections/taps', 'Taps'],
    ['/cms/collections/menus', 'Menus and prices'],
    ...(admin ? [['/cms/globals/venue', 'Hours and contact']] : []),
    ['/cms/faq', 'Questions'],
    ['/cms/collections/letters', 'Letters'],
    ['/cms/collections/media', 'Pictures'],
    ...(publisher ? [['/cms/collections/common_good', 'Common Good']] : []),
    ...(admin ? [['/cms/collections/users', 'Staff']] : []),
  ] as [string, string][]
  return (
    <nav className="today__links" aria-label="Most used">
      {links.map(([href, label]) => (
        <Link key={href} href={href} prefetch={false}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Letters that go out no further until somebody lets them. */
export function Paused({ letters }: { letters: Letter[] }) {
  return letters
    .filter(({ state }) => state === 'paused')
    .map(({ id, subject }) => (
      <aside key={id} className="admin-warning">
        <strong>A letter is paused:</strong>{' '}
        <Link href={`/cms/collections/letters/${id}`} prefetch={false}>
          {subject}
        </Link>
        . Whoever has not had it yet waits.
      </aside>
    ))
}

/** What was to happen by itself and was given up, with the reason, all of a batch together. */
export function Failed({
  changes,
  publishes,
  ...place
}: Place & { changes: ScheduledEntry[]; publishes: boolean }) {
  if (!changes.length) return null
  const batches = [...Map.groupBy(changes, ({ batch }) => batch)]
  return (
    <section className="today__failed admin-warning" role="alert">
      <h2>Scheduled, and not done</h2>
      {batches.map(([batch, entries]) => (
        <div key={batch}>
          <ul>
            {entries.map(({ id, at, action, page, section, content_key }) => (
              <li key={id}>
                <time dateTime={at}>{formatMoment(at, place.timeZone, place.today)}</time>{' '}
                {action === 'publish' ? 'Publish' : 'Take down'}{' '}
                <Link
                  href={`/cms/visual/${visualPath(page, section, content_key)}`}
                  prefetch={false}
                >
                  {pageName(page)} › {asWords(section)} › {asWords(content_key)}
                </Link>
              </li>
            ))}
          </ul>
          <p>{entries[0]?.failure}</p>
          {publishes ? (
            <RescheduleForm batch={entries} />
          ) : (
            <p className="admin-quiet">A publisher can schedule it again.</p>
          )}
        </div>
      ))}
    </section>
  )
}

const letterStates: Partial<Record<Letter['state'], string>> = {
  sending: 'Going out',
  paused: 'Paused',
}

/** What happens by itself, and when. */
export function Scheduled({
  changes,
  letters,
  ...place
}: Place & { changes: ScheduledChange[]; letters: Letter[] }) {
  return (
    <section className="today__scheduled">
      <h2>Scheduled</h2>
      {changes.length || letters.length ? (
        <ol>
          {letters.map(({ id, subject, state, sendAt, startedAt }) => (
            <li key={`letter ${id}`}>
              <time dateTime={sendAt ?? startedAt ?? ''}>
                {state === 'scheduled'
                  ? formatMoment(sendAt, place.timeZone, place.today)
                  : letterStates[state]}
              </time>
              <span>
                Letter{' '}
                <Link href={`/cms/collections/letters/${id}`} prefetch={false}>
                  {subject}
                </Link>
              </span>
            </li>
          ))}
          {changes.map(({ id, at, action, page, section, content_key, by_name }) => (
            <li key={id}>
              <time dateTime={at}>{formatMoment(at, place.timeZone, place.today)}</time>
              <span>
                {action === 'publish' ? 'Publish' : 'Take down'}{' '}
                <Link
                  href={`/cms/visual/${visualPath(page, section, content_key)}`}
                  prefetch={false}
                >
                  {pageName(page)} › {asWords(section)} › {asWords(content_key)}
                </Link>
                {by_name ? <small>, by {by_name}</small> : null}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="admin-quiet">Nothing is scheduled.</p>
      )}
    </section>
  )
}

/** Who changed what. */
export function Lately({ entries, ...place }: Place & { entries: Audit[] }) {
  return (
    <section className="today__lately">
      <h2>Lately</h2>
      {entries.length ? (
        <ol>
          {entries.map((entry) => {
            const { who, deed, subject } = told(entry)
            return (
              <li key={entry.id}>
                <time dateTime={entry.createdAt}>
                  {formatMoment(entry.createdAt, place.timeZone, place.today)}
                </time>
                <Link href={`/cms/collections/audit/${entry.id}`} prefetch={false}>
                  <b>{who}</b> {deed} <i>{subject}</i>
                </Link>
              </li>
            )
          })}
        </ol>
      ) : (
        <p className="admin-quiet">Nobody has changed anything yet.</p>
      )}
      <Link href="/cms/collections/audit" prefetch={false}>
        All of it
      </Link>
    </section>
  )
}
