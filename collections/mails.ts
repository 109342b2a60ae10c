import type { Access, CollectionConfig, Where } from 'payload'
import { mayReadSecretMails } from '../cms/mail/access.ts'
import { type MailKind, mailKindsOf } from '../cms/mail/kinds.ts'
import { mailStates } from '../cms/mail/rules.ts'
import { hasRole } from './access/staff.ts'
import { component, dayAndTime, formPart, listCell, optionsOf, readableBy } from './fields/admin.ts'

const moment = { ...listCell('MomentCell'), ...dayAndTime, readOnly: true }
const hidden = { hidden: true }

/**
 * Anybody who reads a mail with a secret code or link could use the code or link. So only admins read
 * these mails. If the code or link opens an account, an admin may also need a fresh proof; see
 * `mayReadSecretMails`. Only publishers and admins read mails to subscribers.
 */
const readable: Access = async ({ req }) => {
  const kindsExcept = (isExcluded: (kind: MailKind) => boolean): Where => ({
    kind: {
      not_in: mailKindsOf(req.payload)
        .filter(isExcluded)
        .map(({ kind }) => kind),
    },
  })
  if (hasRole(req, 'admin')) {
    return (
      (await mayReadSecretMails(req)) || kindsExcept(({ hiddenFrom }) => hiddenFrom === 'staff')
    )
  }
  if (hasRole(req, 'publisher')) {
    return kindsExcept(({ hiddenFrom }) => hiddenFrom === 'publishers' || hiddenFrom === 'staff')
  }
  const withoutSubscriberMails: Where = { subscriber: { exists: false }, shows: { exists: false } }
  const withoutHiddenMails = kindsExcept(({ hiddenFrom }) => hiddenFrom !== undefined)
  return hasRole(req, 'editor') && { and: [withoutHiddenMails, withoutSubscriberMails] }
}

/** The outbox: every mail from the moment it is queued. A worker sends them. */
export const mails: CollectionConfig = {
  slug: 'mails',
  labels: { singular: 'Mail', plural: 'Mails' },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'subject',
    listSearchableFields: ['subject', 'to_address'],
    description: 'Every mail the program sends, and what became of it.',
    defaultColumns: ['subject', 'to_address', 'kind', 'state', 'tries', 'createdAt'],
    // The mailbox page links to this list.
    group: false,
    components: { beforeListTable: [component('mail/admin/OutboxCounts')] },
  },
  access: readableBy(readable),
  fields: [
    { name: 'subject', type: 'text', required: true },
    { name: 'to_address', label: 'To', type: 'text', required: true, index: true },
    { name: 'to_name', label: 'Name', type: 'text' },
    { name: 'kind', type: 'text', required: true, admin: listCell('KeyCell') },
    {
      name: 'state',
      type: 'select',
      required: true,
      defaultValue: 'queued',
      admin: listCell('StateCell'),
      options: optionsOf(mailStates),
    },
    { name: 'tries', type: 'number', required: true, defaultValue: 0 },
    {
      name: 'next_at',
      label: 'Next try',
      type: 'date',
      required: true,
      defaultValue: () => new Date(),
      admin: moment,
    },
    { name: 'sent_at', label: 'Sent', type: 'date', admin: moment },
    { name: 'response', label: 'What the server said', type: 'text' },
    { name: 'error', label: 'What went wrong', type: 'text' },
    formPart('actions', 'mail/admin/MailActions', { position: 'sidebar' }),
    { name: 'key', type: 'text', required: true, unique: true, admin: hidden },
    { name: 'priority', type: 'number', required: true, defaultValue: 10, admin: hidden },
    { name: 'html', type: 'textarea', admin: hidden },
    { name: 'text', type: 'textarea', admin: hidden },
    { name: 'sealed', type: 'textarea', hidden: true, access: { read: () => false } },
    { name: 'headers', type: 'json', admin: hidden },
    { name: 'letter', type: 'number', admin: hidden },
    { name: 'subscriber', type: 'number', admin: hidden },
    // The subscriber whose data personalises a test mail; they do not receive it.
    { name: 'shows', type: 'number', admin: hidden },
    // The worker that sends the mail, and its claim; see cms/mail/queries/claims.ts.
    { name: 'worker', type: 'text', admin: hidden },
    { name: 'handed_at', type: 'date', admin: hidden },
    { name: 'message_id', type: 'text', admin: hidden },
    // `held` or `cancelled`: the state that the mail gets instead of a retry, if it is stopped while it is
    // handed over to the mail server; see cms/mail/queries/stop-mails.ts.
    { name: 'stopped', type: 'text', admin: hidden },
    // When the recipient reported the mail as unwanted.
    { name: 'complained_at', type: 'date', admin: hidden },
  ],
}
