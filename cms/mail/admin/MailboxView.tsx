import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { hasRole } from '../../../collections/access/staff.ts'
import { asWords } from '../../../collections/fields/as-words.ts'
import { AdminPage, requireStaff, viewPath } from '../../admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../admin/shell/find-admin-context.ts'
import { formatMoment } from '../../admin/shell/format.ts'
import { env } from '../../env.ts'
import type { Mail } from '../../payload-types.ts'
import { mayReadSecretMails } from '../access.ts'
import { findMail, newestMails } from '../find-mail.ts'
import { keptResponse } from '../rules.ts'
import { MailSheet } from './MailSheet.tsx'
import { ShowSecretMails } from './ShowSecretMails.tsx'

// Mails that are only kept in the mailbox also have the state `sent`.
const stateLabel = ({ state, response }: Mail) =>
  response === keptResponse ? 'Not sent' : asWords(state)

const start = { label: 'Mailbox', url: '/cms/mailbox' }

/** `/cms/mailbox`: the newest mails; `/cms/mailbox/{id}`: one mail. */
export async function MailboxView(view: AdminViewServerProps) {
  requireStaff(view)
  const { req } = view.initPageResult
  const [id] = viewPath(view).rest
  const found = id ? await findMail(req, Number(id)) : null
  const { timeZone, today } = await findAdminContext(req.payload)
  if (found) {
    const { mail } = found
    const response = mail.response ?? mail.error
    return (
      <AdminPage view={view} breadcrumbs={[start, { label: mail.subject }]} className="mailbox">
        <h1>{mail.subject}</h1>
        <p>
          {stateLabel(mail)} · {formatMoment(mail.sent_at ?? mail.createdAt, timeZone, today)}
          {response ? ` · ${response}` : ''} ·{' '}
          <CmsLink href={`/cms/collections/mails/${mail.id}`}>See its delivery</CmsLink>
        </p>
        {found.content ? (
          <MailSheet content={found.content} headers={found.headers} />
        ) : (
          <p className="admin-quiet">{found.missingReason}</p>
        )}
      </AdminPage>
    )
  }
  const mails = await newestMails(req)
  return (
    <AdminPage view={view} breadcrumbs={[start]} className="mailbox">
      <h1>Mailbox</h1>
      {env().SMTP_URL ? null : (
        <p className="admin-warning">
          <strong>No mail server is set.</strong> Mails stay here, and nobody gets them. Whoever
          runs the server sets <code>SMTP_URL</code>; what is here already isn’t sent then.
        </p>
      )}
      <p>
        The newest mails, as their readers {env().SMTP_URL ? 'have' : 'would have'} them.{' '}
        <CmsLink href="/cms/collections/mails">Search all mails</CmsLink> ·{' '}
        <CmsLink href="/cms/mail/templates">See the templates</CmsLink>
      </p>
      {id ? (
        <p className="admin-warning">There is no such mail, or it is not yours to read.</p>
      ) : null}
      <HiddenMails req={req} />
      {mails.length ? (
        <ul className="mailbox__list">
          {mails.map((mail) => (
            <li key={mail.id}>
              <time dateTime={mail.createdAt}>{formatMoment(mail.createdAt, timeZone, today)}</time>
              <CmsLink href={`/cms/mailbox/${mail.id}`}>{mail.subject}</CmsLink>
              <span>{mail.to_address}</span>
              <span className="cell-state" data-state={mail.state}>
                {stateLabel(mail)}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="admin-quiet">
          {hasRole(req, 'admin') ? 'No mail yet.' : 'No mail that you may read yet.'}
        </p>
      )}
    </AdminPage>
  )
}

/** Says which mails the list does not show; see `readable` in collections/mails.ts. */
async function HiddenMails({ req }: { req: PayloadRequest }) {
  if (hasRole(req, 'admin')) return (await mayReadSecretMails(req)) ? null : <ShowSecretMails />
  return (
    <p className="admin-quiet">
      Mails with a link or a code in them are shown to admins
      {hasRole(req, 'publisher') ? '' : ', and those to readers to publishers'}.
    </p>
  )
}
