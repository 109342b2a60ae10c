import { mails } from '../../collections/mails.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { mailActions } from './audit-actions.ts'
import { mailEndpoints } from './endpoints.ts'
import { forgetMailsToAddress, mailsTo } from './recipients.ts'
import { mailEvents, mailPace } from './tables.ts'

export const mail: Feature = {
  name: 'mail',
  tables: { mail_pace: mailPace, mail_events: mailEvents },
  collections: [mails],
  endpoints: mailEndpoints,
  auditActions: mailActions,
  adminViews: {
    mailbox: adminView('/mailbox', 'Mailbox', 'mail/admin/MailboxView#MailboxView'),
    templates: adminView(
      '/mail/templates',
      'Mail templates',
      'mail/admin/TemplatesView#TemplatesView',
    ),
  },
  exportPersonalData: async (db, { email }) => ({ mails: await mailsTo(db, email) }),
  erasePersonalData: (db, { email }) => forgetMailsToAddress(db, email),
}
