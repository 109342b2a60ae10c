import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { defineJob, everyMinute } from '../jobs/job.ts'
import { mailBranding } from './branding.ts'
import { mailCalls } from './calls.ts'
import type { MailKind } from './mail-kind.ts'
import { tidyMails } from './queries/retention.ts'
import { deleteUnencryptedContent } from './secret.ts'
import { startMailWorker } from './sending/worker.ts'
import { deleteMailsToAddress, listMailsFor } from './service.ts'
import { mailEvents, mailPace } from './tables.ts'
import { mailTag } from './tags.ts'
import { renderActionMail } from './templates/render.ts'

/** The mails that Payload sends to staff. */
const staffKind: MailKind = {
  kind: 'staff',
  hiddenFrom: 'staff',
  samples: [
    {
      key: 'action',
      name: 'A plain mail with a button',
      make: ({ branding }) =>
        renderActionMail({
          branding,
          subject: 'One more click',
          heading: 'One more click',
          paragraphs: [
            'You gave us this address. Press the button to confirm that it’s yours.',
            'The button works for a day.',
          ],
          button: { label: 'Yes, it’s me', url: `${branding.siteUrl}/` },
          note: 'Not you? Ignore this email and you won’t get another.',
        }),
    },
  ],
}

export const mail: Feature = {
  name: 'mail',
  requires: [mailBranding],
  tables: { mail_pace: mailPace, mail_events: mailEvents },
  auditActions: {
    mail_again: 'sent again the mail',
    mail_arrived: 'noted the arrival of the mail',
  },
  adminViews: {
    mailbox: adminView('/mailbox', 'Mailbox', 'platform/mail/admin/MailboxView#MailboxView'),
    templates: adminView(
      '/mail/templates',
      'Mail templates',
      'platform/mail/admin/TemplatesView#TemplatesView',
    ),
  },
  calls: mailCalls,
  mailKinds: [staffKind],
  exportPersonalData: async (db, { email }, { payload }) => ({
    mails: await listMailsFor(payload, db, email),
  }),
  erasePersonalData: (db, { email }) => deleteMailsToAddress(db, email),
  jobs: [
    everyMinute('mail.tidy', tidyMails),
    defineJob({
      name: 'mail.empty_secrets',
      schedule: '23 * * * *',
      atStart: true,
      run: (_, { payload }) => deleteUnencryptedContent(payload),
    }),
  ],
  workers: [{ wokenBy: [mailTag], start: startMailWorker }],
}
