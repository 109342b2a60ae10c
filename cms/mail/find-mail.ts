import type { PayloadRequest } from 'payload'
import { env } from '../env.ts'
import type { Mail as MailRecord } from '../payload-types.ts'
import { findMailBranding } from './branding.ts'
import { createContentReader } from './content.ts'
import { type MailContent, mailRow } from './contract.ts'
import { findMailKind } from './kinds.ts'
import { headersOf } from './message.ts'
import { keptDays } from './rules.ts'
import { senderOf } from './sender-address.ts'

const mailReadOptions = (req: PayloadRequest) =>
  ({ collection: 'mails', depth: 0, overrideAccess: false, req, user: req.user }) as const

/** The newest mails that the user may read, without content. */
export async function newestMails(req: PayloadRequest): Promise<MailRecord[]> {
  const { docs } = await req.payload.find({
    ...mailReadOptions(req),
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
  /** Why there is no content, in words for staff. */
  | { content: null; missingReason: string }
)

/** A mail with its content and headers as sent; null if the user may not read it or it does not exist. */
export async function findMail(req: PayloadRequest, id: number): Promise<Found | null> {
  const { payload } = req
  if (!Number.isSafeInteger(id)) return null
  const { docs } = await payload.find({
    ...mailReadOptions(req),
    where: { id: { equals: id } },
    limit: 1,
    pagination: false,
  })
  const [mail] = docs
  if (!mail) return null
  const row = mailRow.parse(mail)
  if (!row.to_address) {
    const missingReason = `What it said, and to whom, was kept for ${keptDays} days.`
    return { mail, content: null, missingReason }
  }
  const { contentOf: make, hiddenFrom } = findMailKind(payload, row.kind) ?? {}
  if (hiddenFrom === 'staff' && env().SMTP_URL) {
    const missingReason =
      'It carries a code or a link for its reader alone, so it is not shown here.'
    return { mail, content: null, missingReason }
  }
  if (mail.state === 'sent' && !row.html && !make) {
    const missingReason = 'Its link was used: what it said is not kept any longer.'
    return { mail, content: null, missingReason }
  }
  try {
    const content = await createContentReader(payload)(row)
    const sender = senderOf(await findMailBranding(payload))
    return { mail, content, headers: headersOf(row, content, sender) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { mail, content: null, missingReason: `It can’t be written now: ${why}` }
  }
}
