import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { AdminPage, requireStaff, viewPath } from '../../admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../admin/shell/find-admin-context.ts'
import { formatMoment } from '../../admin/shell/format.ts'
import { env } from '../../runtime/env.ts'
import { can } from '../../staff/can.ts'
import { mayReadSecrets } from '../mailbox/access.ts'
import { findMail, newestMails } from '../mailbox/find-mail.ts'
import { mailStateText } from '../rules.ts'
import { MailSheet } from './MailSheet.tsx'
import { ShowSecretMails } from './ShowSecretMails.tsx'

const start = { label: 'Mailbox', url: '/cms/mailbox' }

/** `/cms/mailbox`: the newest mails; `/cms/mailbox/{id}`: one mail. */
export async function MailboxView(view: AdminViewServerProps) {
  requireStaff(view, 'mailbox.read')
  const { req } = view.initPageResult
  const [id] = viewPath(view).rest
  const found = id ? await findMail(req, Number(id)) : null
  const { timeZone, today } = await findAdminContext(req.payload)
  if (found) {
    const { mail } = found
    const response = mail.response ?? mail.error
    // Letters that were queued by an earlier version have a subject without the reader's name.
    const subject = found.content?.subject ?? mail.subject
    return (
      <AdminPage view={view} breadcrumbs={[start, { label: subject }]} className="mailbox">
        <h1>{subject}</h1>
        <p>
          {mailStateText(mail)} · {formatMoment(mail.sent_at ?? mail.createdAt, timeZone, today)}
          {response ? ` · ${response}` : ''} ·{' '}
          <CmsLink href={`/cms/collections/mails/${mail.id}`}>See its delivery</CmsLink>
        </p>
        {found.content ? (
          <MailSheet
            content={found.content}
            headers={found.headers}
            addresses={found.content.addresses}
          />
        ) : (
          <p className="admin-quiet">{found.missingReason}</p>
        )}
        {found.content || !found.needsProof ? null : <ShowSecretMails />}
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
                {mailStateText(mail)}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="admin-quiet">
          {can(req, 'mailbox.secrets') ? 'No mail yet.' : 'No mail that you may read yet.'}
        </p>
      )}
    </AdminPage>
  )
}

/** Says which mails are not shown, see `access.ts`. */
async function HiddenMails({ req }: { req: PayloadRequest }) {
  if (can(req, 'mailbox.secrets')) return (await mayReadSecrets(req)) ? null : <ShowSecretMails />
  return (
    <p className="admin-quiet">
      {can(req, 'mailbox.guests')
        ? 'What mails with a code or a link say is shown to admins only.'
        : 'Mails to guests and readers are shown to publishers, those with a code or a link to admins.'}
    </p>
  )
}
