import type { PayloadRequest } from 'payload'
import type { Mail as MailRecord } from '../payload-types.ts'
import { readVenue } from '../venue/service.ts'
import { contentOf } from './content.ts'
import type { MailContent, MailRow } from './contract.ts'
import { headersOf } from './message.ts'
import { keptDays, type MailKind } from './rules.ts'
import { whoSends } from './who-sends.ts'

const asked = (req: PayloadRequest) =>
  ({ collection: 'mails', depth: 0, overrideAccess: false, req, user: req.user }) as const

/** The newest mails that whoever asks may read, without what they say. */
export async function newestMails(req: PayloadRequest): Promise<MailRecord[]> {
  const { docs } = await req.payload.find({
    ...asked(req),
    sort: '-id',
    limit: 50,
    pagination: false,
    select: {
      subject: true,
      to_address: true,
      kind: true,
      state: true,
      response: true,
      createdAt: true,
    },
  })
  return docs as MailRecord[]
}

type Found = { mail: MailRecord } & (
  | { content: MailContent; headers: Record<string, string> }
  /** Why nobody can read it, in words. */
  | { content: null; missing: string }
)

/** A whole mail as it is or would be sent; null where there is none for whoever asks. */
export async function findMail(req: PayloadRequest, id: number): Promise<Found | null> {
  const { payload } = req
  if (!Number.isSafeInteger(id)) return null
  const { docs } = await payload.find({
    ...asked(req),
    where: { id: { equals: id } },
    limit: 1,
    pagination: false,
  })
  const [mail] = docs
  if (!mail) return null
  const row = toRow(mail)
  if (!row.to_address) {
    const missing = `What it said, and to whom, was kept for ${keptDays} days.`
    return { mail, content: null, missing }
  }
  if (row.kind === 'confirm_subscription' && mail.state === 'sent' && !row.html) {
    const missing = 'Its link was used: what it said is not kept any longer.'
    return { mail, content: null, missing }
  }
  try {
    const content = await contentOf(payload)(row)
    const sender = whoSends(await readVenue(payload))
    return { mail, content, headers: headersOf(row, content, sender) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { mail, content: null, missing: `It can’t be written now: ${why}` }
  }
}

const toRow = (mail: MailRecord): MailRow => ({
  id: mail.id,
  key: mail.key,
  kind: mail.kind as MailKind,
  priority: mail.priority,
  to_address: mail.to_address,
  to_name: mail.to_name ?? null,
  subject: mail.subject,
  html: mail.html ?? '',
  text: mail.text ?? '',
  headers: (mail.headers ?? {}) as Record<string, string>,
  letter: mail.letter ?? null,
  subscriber: mail.subscriber ?? null,
  tries: mail.tries,
})
