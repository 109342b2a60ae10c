import type { DashboardProps } from '../../admin/feature-admin.ts'
import { databaseOf } from '../../database/query.ts'
import { countByKind, findTopClients } from '../queries.ts'
import { type SecurityEventKind, securityEventNames } from '../rules.ts'

const maxClients = 5
const nameOf = (kind: string) => securityEventNames[kind as SecurityEventKind] ?? kind

/** Security events of the last 24 hours, by kind and by client. */
export async function SecuritySection({ req }: DashboardProps) {
  const db = databaseOf(req.payload)
  const kinds = await countByKind(db, 24)
  const clients = await findTopClients(db, maxClients)
  return (
    <section className="today__security">
      <h2>Attempts to get in</h2>
      {kinds.length ? (
        <ul>
          {kinds.map(({ kind, count }) => (
            <li key={kind}>
              <b>{count}</b> <span>{nameOf(kind)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="admin-quiet">Nothing unusual in the last 24 hours.</p>
      )}
      {clients.length > 0 && (
        <>
          <p className="admin-quiet">
            In the last 24 hours. Most came from these networks; the names change every day, and the
            program’s log has the same.
          </p>
          <ul>
            {clients.map(({ client, count, kinds: of }) => (
              <li key={client}>
                <b>{count}</b>{' '}
                <span>
                  <code>{client}</code> {of.map(nameOf).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
