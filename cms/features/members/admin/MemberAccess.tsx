import type { Payload, PayloadRequest } from 'payload'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { can } from '../../../platform/staff/can.ts'
import { asWords } from '../../../platform/ui/as-words.ts'
import type { LinkedHandle } from '../passkeys/own-passkeys.ts'
import { findForStaff } from '../staff/members.ts'
import { MemberAction } from './MemberAction.tsx'

type Props = { id?: number | string; payload: Payload; user: PayloadRequest['user'] }

/** A member's subscription, passkeys, sessions and trusted devices, with the actions of staff. */
export async function MemberAccess({ id, payload, user }: Props) {
  const member = Number(id)
  const found = Number.isSafeInteger(member) ? await findForStaff(payload, member) : null
  if (!found) return null
  const { timeZone, today } = await findAdminContext(payload)
  const format = (moment: string | null) =>
    moment ? formatMoment(moment, timeZone, today) : 'never'
  const { isSuspended, deleteAt, subscription, links, sessions, devices } = found
  return (
    <section className="member-access" aria-labelledby="member-access">
      <h2 id="member-access" tabIndex={-1}>
        Coming in
      </h2>
      <p>
        {isSuspended ? 'Suspended: nobody comes in with this address.' : 'May come in.'} Newsletter:{' '}
        {subscription ? (
          <a href={`/cms/collections/subscribers/${subscription.id}`}>
            {asWords(subscription.state).toLowerCase()}
          </a>
        ) : (
          'never subscribed'
        )}
        .{deleteAt ? ` To be deleted: ${format(deleteAt)}.` : null}
      </p>
      <p>
        Card {String(member).padStart(5, '0')}.{' '}
        {can({ user }, 'till.use') ? (
          <a href={`/cms/till?member=${member}`}>Their credit at the till</a>
        ) : null}
      </p>
      <div className="member-access__actions">
        {isSuspended ? (
          <MemberAction
            label="Let in again"
            done="They can sign in again."
            path="let-in"
            body={{ id: member }}
          />
        ) : (
          <MemberAction
            label="Suspend"
            question="They are signed out at once and kept out until staff let them in. Suspend?"
            done="Suspended, and signed out everywhere."
            path="suspend"
            body={{ id: member }}
          />
        )}
        {sessions.length + devices.length ? (
          <MemberAction
            label="Sign out everywhere"
            question="Every session ends, and no device is trusted any more. Sign out?"
            done="Signed out everywhere."
            path="sign-out"
            body={{ id: member }}
          />
        ) : null}
        {can({ user }, 'records.erase') ? (
          deleteAt ? (
            <MemberAction
              label="Keep them after all"
              done="They are kept."
              path="keep"
              body={{ id: member }}
            />
          ) : (
            <MemberAction
              label="Delete, as they asked"
              question="In seven days everything about them is deleted. They get a mail, and can change their mind until then. Delete?"
              done="They are deleted in seven days, and get a mail."
              path="delete"
              body={{ id: member }}
            />
          )
        ) : null}
      </div>
      <h3>Passkeys</h3>
      {links.length ? <Passkeys member={member} links={links} format={format} /> : <p>None.</p>}
      <h3>Signed in</h3>
      <Table
        head={['Where', 'By', 'Since', 'Last seen']}
        rows={sessions.map(({ id: key, device, method, created_at, last_seen_at }) => ({
          key,
          cells: [device, method, format(created_at), format(last_seen_at)],
        }))}
      />
      <h3>Trusted devices</h3>
      <Table
        head={['Device', 'Since', 'Last used', 'Until']}
        rows={devices.map(({ id: key, device, created_at, last_used_at, expires_at }) => ({
          key: String(key),
          cells: [device, format(created_at), format(last_used_at), format(expires_at)],
        }))}
      />
    </section>
  )
}

type Format = (moment: string | null) => string

const Passkeys = ({
  member,
  links,
  format,
}: {
  member: number
  links: LinkedHandle[]
  format: Format
}) => (
  <ul className="member-access__links">
    {links.map(({ id, hint, linkedAt, passkeys }) => (
      <li key={id}>
        <p>
          Handle <code>{hint}</code> · linked: {format(linkedAt)}
        </p>
        <Table
          head={['Passkey', 'Kept', 'Added', 'Last used']}
          rows={passkeys.map(({ id: key, name, kind, created_at, last_used_at }) => ({
            key: String(key),
            cells: [name, kind, format(created_at), format(last_used_at)],
          }))}
        />
        <MemberAction
          label="Unlink"
          question="It opens nothing until they link it again with a code. Unlink?"
          done="Unlinked."
          path="unlink"
          body={{ id: member, link: id }}
        />
      </li>
    ))}
  </ul>
)

const Table = ({ head, rows }: { head: string[]; rows: { key: string; cells: string[] }[] }) =>
  rows.length ? (
    <table>
      <thead>
        <tr>
          {head.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...rest] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {rest.map((cell, index) => (
              <td key={head[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ) : (
    <p>None.</p>
  )
