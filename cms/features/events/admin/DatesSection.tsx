'use client'
import './events.css'
import { useDocumentInfo } from '@payloadcms/ui'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import type { DatesReply } from '../series/record-contract.ts'
import { GuestsLink } from './GuestsLink.tsx'
import { statusNames } from './texts.ts'

const path = '/cms/events/date'

/** The dates of a saved event, with their reservations. Each date links to the view that changes only this date. */
export function DatesSection() {
  const { id, data } = useDocumentInfo()
  // Each save changes the version. The version is in the path, so the dates are fetched again.
  const version = String(data?.updatedAt ?? '')
  const { reply, problem } = useReply<DatesReply>(
    id ? `event-list/${id}/dates?version=${encodeURIComponent(version)}` : null,
  )
  if (!id) return null
  const past = reply?.dates.filter(({ isOver }) => isOver) ?? []
  const coming = reply?.dates.filter(({ isOver }) => !isOver) ?? []
  return (
    <section className="event-dates admin-inputs">
      <h3>Dates</h3>
      {problem ? <p className="admin-warning">{problem}</p> : null}
      {reply && !coming.length ? <p className="admin-quiet">No date is to come.</p> : null}
      <List dates={coming.slice(0, maxShown)} />
      {coming.length > maxShown ? (
        <details>
          <summary>
            {coming.length === maxShown + 1
              ? 'One later date'
              : `${coming.length - maxShown} later dates`}
          </summary>
          <List dates={coming.slice(maxShown)} />
        </details>
      ) : null}
      {past.length ? (
        <details>
          <summary>{past.length === 1 ? 'One past date' : `${past.length} past dates`}</summary>
          <List dates={[...past].reverse()} />
        </details>
      ) : null}
    </section>
  )
}

const maxShown = 12

const List = ({ dates }: DatesReply) => (
  <ul>
    {dates.map(({ id, when, status, isChanged, ...counts }) => (
      <li key={id} data-status={status}>
        <CmsLink href={`${path}/${id}`}>{when}</CmsLink>
        <span>
          <GuestsLink date={{ id, status, ...counts }} />
        </span>
        <span className="event-status" data-status={status}>
          {statusNames[status]}
          {isChanged ? ', changed' : ''}
        </span>
      </li>
    ))}
  </ul>
)
