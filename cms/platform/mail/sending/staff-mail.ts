import { randomUUID } from 'node:crypto'
import type { EmailAdapter, SendEmailOptions } from 'payload'
import { databaseOf } from '../../database/query.ts'
import type { NewMail } from '../contract.ts'
import { queueMails } from '../service.ts'

type To = SendEmailOptions['to']

/** Queues the mails that Payload sends to staff. */
export const staffMail: EmailAdapter<void> = ({ payload }) => ({
  name: 'outbox',
  // Not used: the sender is determined when a mail is sent.
  defaultFromName: 'Common Room',
  defaultFromAddress: 'common-room@localhost',
  sendEmail: async ({ to, subject = '', html, text }) => {
    const mails = addresses(to).map<NewMail>((address) => ({
      key: `staff:${randomUUID()}`,
      kind: 'staff',
      to: address,
      subject,
      html: String(html ?? ''),
      text: String(text ?? ''),
    }))
    await queueMails(payload, databaseOf(payload), mails)
  },
})

const addresses = (to: To): NewMail['to'][] =>
  [to ?? []].flat(2).map((each) => {
    const { name = null, address = '' } =
      typeof each === 'string' ? { address: each } : (each as Partial<NewMail['to']>)
    return { name, address }
  })
