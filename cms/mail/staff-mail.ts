import { randomUUID } from 'node:crypto'
import type { EmailAdapter, SendEmailOptions } from 'payload'
import { databaseOf } from '../database/sql.ts'
import type { Mail } from './contract.ts'
import { queueMails } from './queue.ts'

type To = SendEmailOptions['to']

/** Puts what Payload mails to staff into the outbox. */
export const staffMail: EmailAdapter<void> = ({ payload }) => ({
  name: 'outbox',
  // Not used: whom mails come from is decided when they are sent.
  defaultFromName: 'Common Room',
  defaultFromAddress: 'common-room@localhost',
  sendEmail: async ({ to, subject = '', html, text }) => {
    const mails = addresses(to).map<Mail>((address) => ({
      key: `staff:${randomUUID()}`,
      kind: 'staff',
      to: address,
      subject,
      html: String(html ?? ''),
      text: String(text ?? ''),
    }))
    await queueMails(databaseOf(payload), mails)
  },
})

const addresses = (to: To): Mail['to'][] =>
  [to ?? []].flat(2).map((each) => {
    const { name = null, address = '' } =
      typeof each === 'string' ? { address: each } : (each as Partial<Mail['to']>)
    return { name, address }
  })
