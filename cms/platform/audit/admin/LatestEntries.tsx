import { readAsUserOptions } from '../../admin/calls/read-as-user.ts'
import type { DashboardProps } from '../../admin/feature-admin.ts'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { formatMoment } from '../../admin/shell/format.ts'
import { sessionActions } from '../../staff/audit-actions.ts'
import { AuditSentence } from './AuditSentence.tsx'

/** The latest actions of staff, without sign-ins and sign-outs. */
export async function LatestEntries({ req, timeZone, today }: DashboardProps) {
  const { docs } = await req.payload.find({
    collection: 'audit',
    where: { by_id: { exists: true }, action: { not_in: Object.keys(sessionActions) } },
    sort: '-createdAt',
    limit: 8,
    ...readAsUserOptions(req),
  })
  return (
    <section className="today__lately">
      <h2>Lately</h2>
      {docs.length ? (
        <ol>
          {docs.map((entry) => (
            <li key={entry.id}>
              <time dateTime={entry.createdAt}>
                {formatMoment(entry.createdAt, timeZone, today)}
              </time>
              <CmsLink href={`/cms/collections/audit/${entry.id}`}>
                <AuditSentence entry={entry} />
              </CmsLink>
            </li>
          ))}
        </ol>
      ) : (
        <p className="admin-quiet">Nobody has changed anything yet.</p>
      )}
      <CmsLink href="/cms/collections/audit">All of it</CmsLink>
    </section>
  )
}
