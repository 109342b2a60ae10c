import type { Payload } from 'payload'
import { automationContent } from '../automations/content.ts'
import { isAutomation } from '../automations/rules.ts'
import { databaseOf, sql } from '../database/sql.ts'
import { letterContent } from '../letters/content.ts'
import type { ContentOf, MailRow } from './contract.ts'

/** What a mail says: the row carries it, or it is made from what many mails share. */
export const contentOf =
  (payload: Payload): ContentOf =>
  async (row) => {
    const { kind, letter, subject, html, text, headers } = row
    if (letter !== null) return letterContent(payload, letter, row)
    if (isAutomation(kind) && !html) return automationContent(payload, kind, row)
    return { subject, html, text, headers }
  }

/**
 * The same, noted on the row where it was made of words that may be others tomorrow: what went out can
 * be read later.
 */
export const notedContentOf =
  (payload: Payload): ContentOf =>
  async (row) => {
    const content = await contentOf(payload)(row)
    if (isUnnoted(row)) {
      const { subject, html, text, headers } = content
      await databaseOf(payload).execute(sql`
        update mails
           set subject = ${subject}, html = ${html}, text = ${text},
               headers = ${JSON.stringify(headers)}::jsonb
         where id = ${row.id}`)
    }
    return content
  }

/** Whether what a mail says is not on its row, and will not be the same for ever. */
export const isUnnoted = ({ kind, html }: Pick<MailRow, 'kind' | 'html'>): boolean =>
  isAutomation(kind) && !html
