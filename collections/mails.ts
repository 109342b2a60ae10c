import type { CollectionConfig } from 'payload'
import { readableRows } from '../cms/platform/mail/mailbox/access.ts'
import { mailStates } from '../cms/platform/mail/rules.ts'
import {
  component,
  dayAndTime,
  formPart,
  listCell,
  optionsOf,
  readableBy,
} from '../cms/platform/payload/fields/admin.ts'
import { secretField } from '../cms/platform/payload/fields/readable-fields.ts'

const moment = { ...listCell('MomentCell'), ...dayAndTime, readOnly: true }
const hidden = { hidden: true }
/**
 * Content of mails is neither in replies of the API nor in filters, with which it could be guessed. Staff read it in
 * the mailbox, see `findMail`.
 */
const unreadable = { access: { read: () => false }, admin: hidden }

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
    components: { beforeListTable: [component('platform/mail/admin/OutboxCounts')] },
  },
  access: readableBy(({ req }) => readableRows(req)),
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
      admin: { components: { Cell: component('platform/mail/admin/MailStateCell') } },
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
    formPart('actions', 'platform/mail/admin/MailActions', { position: 'sidebar' }),
    { name: 'key', type: 'text', required: true, unique: true, admin: hidden },
    { name: 'priority', type: 'number', required: true, defaultValue: 10, admin: hidden },
    { name: 'html', type: 'textarea', ...unreadable },
    { name: 'text', type: 'textarea', ...unreadable },
    { name: 'sealed', type: 'textarea', hidden: true, custom: secretField, ...unreadable },
    { name: 'headers', type: 'json', ...unreadable },
    { name: 'attachments', type: 'json', ...unreadable },
    { name: 'expires_at', type: 'date', admin: hidden },
    { name: 'letter', type: 'number', admin: hidden },
    { name: 'subscriber', type: 'number', admin: hidden },
    // The subscriber whose data personalises a test mail; they do not receive it.
    { name: 'shows', type: 'number', admin: hidden },
    // The worker that sends the mail, and its claim; see cms/platform/mail/queries/claims.ts.
    { name: 'worker', type: 'text', admin: hidden },
    { name: 'handed_at', type: 'date', admin: hidden },
    { name: 'message_id', type: 'text', admin: hidden },
    // `held` or `cancelled`: the state that the mail gets instead of a retry, if it is stopped while it is
    // handed over to the mail server; see cms/platform/mail/queries/stop-mails.ts.
    { name: 'stopped', type: 'text', admin: hidden },
    // When the recipient reported the mail as unwanted.
    { name: 'complained_at', type: 'date', admin: hidden },
  ],
}
