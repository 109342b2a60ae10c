import type { Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import type { ContentOf, MailRow } from './contract.ts'
import { findMailKind } from './kinds.ts'
import { storeContent } from './queries/outbox.ts'

/** The content of a mail: its row has it, or its kind makes it. */
export const contentOf =
  (payload: Payload): ContentOf =>
  async (row) => {
    const { kind, subject, html, text, headers } = row
    const make = html ? undefined : findMailKind(payload, kind)?.contentOf
    return make ? make(payload, row) : { subject, html, text, headers }
  }

/** Like `contentOf`; stores the content on the row if its kind wants that. */
export const storedContentOf =
  (payload: Payload): ContentOf =>
  async (row) => {
    const content = await contentOf(payload)(row)
    if (needsStoring(payload, row)) await storeContent(databaseOf(payload), row.id, content)
    return content
  }

export const needsStoring = (payload: Payload, { kind, html }: MailRow): boolean =>
  !html && Boolean(findMailKind(payload, kind)?.storesContent)
