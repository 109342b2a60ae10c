import { Gutter, Link } from '@payloadcms/ui'
import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { hasRole } from '../../../collections/access/staff.ts'
import { asWords } from '../../../collections/fields/labels.ts'
import { HouseTemplate, placeOf, requireStaff } from '../../admin/shell/HouseTemplate.tsx'
import { findHouse } from '../../admin/shell/house.ts'
import { spokenMoment } from '../../admin/shell/rules.ts'
import { env } from '../../env.ts'
import type { Mail } from '../../payload-types.ts'
import { findMail, newestMails } from '../find-mail.ts'
import { keptResponse } from '../rules.ts'
import { MailSheet } from './MailSheet.tsx'

// What only stayed here counts as sent, and was not.
const becomeOf = ({ state, response }: Mail) =>
  response === keptResponse ? 'Not sent' : asWords(state)

const start = { label: 'Mailbox', url: '/cms/mailbox' }

/** `/cms/mailbox`: the newest mails; `/cms/mailbox/{id}`: one of them as its reader has it. */
export async function MailboxView(view: AdminViewServerProps) {
  requireStaff(view)
  const { req } = view.initPageResult
  const [id] = placeOf(view).rest
  const found = id ? await findMail(req, Number(id)) : null
  const { timeZone, today } = await findHouse(req.payload)
  if (found) {
    const { mail } = found
    const said = mail.response ?? mail.error
    return (
      <HouseTemplate view={view} trail={[start, { label: mail.subject }]}>
        <Gutter className="house-view mailbox">
          <h1>{mail.subject}</h1>
          <p>
            {becomeOf(mail)} · {spokenMoment(mail.sent_at ?? mail.createdAt, timeZone, today)}
            {said ? ` · ${said}` : ''} ·{' '}
            <Link href={`/cms/collections/mails/${mail.id}`} prefetch={false}>
              See it in the outbox
            </Link>
          </p>
          {found.content ? (
            <MailSheet content={found.content} headers={found.headers} />
          ) : (
            <p className="house-quiet">{found.missing}</p>
          )}
        </Gutter>
      </HouseTemplate>
    )
  }
  const mails = await newestMails(req)
  return (
    <HouseTemplate view={view} trail={[start]}>
      <Gutter className="house-view mailbox">
        <h1>Mailbox</h1>
        {env().SMTP_URL ? null : (
          <p className="house-warning">
            <strong>No mail server is set.</strong> Mails stay here, and nobody gets them. Whoever
            runs the server sets <code>SMTP_URL</code>; what is here already isn’t sent then.
          </p>
        )}
        <p>
          The newest mails, as their readers {env().SMTP_URL ? 'have' : 'would have'} them.{' '}
          <Link href="/cms/mail/templates" prefetch={false}>
            See the templates
          </Link>
        </p>
        {id ? (
          <p className="house-warning">There is no such mail, or it is not yours to read.</p>
        ) : null}
        <Unread req={req} />
        {mails.length ? (
          <ul className="mailbox__list">
            {mails.map((mail) => (
              <li key={mail.id}>
                <time dateTime={mail.createdAt}>
                  {spokenMoment(mail.createdAt, timeZone, today)}
                </time>
                <Link href={`/cms/mailbox/${mail.id}`} prefetch={false}>
                  {mail.subject}
                </Link>
                <span>{mail.to_address}</span>
                <span className="cell-state" data-state={mail.state}>
                  {becomeOf(mail)}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="house-quiet">
            {hasRole(req, 'admin') ? 'No mail yet.' : 'No mail that you may read yet.'}
          </p>
        )}
      </Gutter>
    </HouseTemplate>
  )
}

/** Which mails are not in the list: see `readable` in collections/mails.ts. */
function Unread({ req }: { req: PayloadRequest }) {
  if (hasRole(req, 'admin')) return null
  return (
    <p className="house-quiet">
      Mails with a link or a code in them are shown to admins
      {hasRole(req, 'publisher') ? '' : ', and those to readers to publishers'}.
    </p>
  )
}
