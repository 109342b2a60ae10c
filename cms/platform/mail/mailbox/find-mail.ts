import type { PayloadRequest } from 'payload'
import type { Mail as MailRecord } from '../../payload/payload-types.ts'
import { findMailBranding } from '../branding.ts'
import { createContentReader } from '../content.ts'
import { mailRow } from '../contract.ts'
import { findMailKind } from '../kinds.ts'
import { keptDays } from '../rules.ts'
import { headersOf } from '../sending/message.ts'
import { senderOf } from '../sending/sender-address.ts'
import { contentAccess, mayReadSecrets } from './access.ts'
import { type ShownMail, toInertMail, withShortAddresses } from './inert.ts'

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
  | { content: ShownMail; headers: Record<string, string> }
  /** Why there is no content, in words for staff. `needsProof`: it is shown after a proof. */
  | { content: null; missingReason: string; needsProof?: boolean }
)

const refusals = {
  hidden: 'It carries a code or a link for its reader alone, so it is not shown here.',
  'admins only':
    'It carries a code or a link for its reader alone, so only admins see it, once they have confirmed that it’s them.',
  proof: 'It carries a code or a link for its reader alone.',
}

/**
 * A mail with its content and headers as sent, but without working links; null if the user may not read its row or it
 * does not exist.
 */
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
  if (!mail.to_address) {
    const missingReason = `What it said, and to whom, was kept for ${keptDays} days.`
    return { mail, content: null, missingReason }
  }
  const access = await contentAccess(req, mail.kind)
  if (access !== 'read') {
    return { mail, content: null, missingReason: refusals[access], needsProof: access === 'proof' }
  }
  const row = mailRow.parse(await payload.findByID({ collection: 'mails', id, depth: 0, req }))
  const make = findMailKind(payload, row.kind)?.contentOf
  if (mail.state === 'sent' && !row.html && !make) {
    const missingReason = 'Its link was used: what it said is not kept any longer.'
    return { mail, content: null, missingReason }
  }
  try {
    const content = await createContentReader(payload)(row)
    const sender = senderOf(await findMailBranding(payload))
    const withAddresses = await mayReadSecrets(req)
    const headers = Object.entries(headersOf(row, content, sender)).map(([name, value]) => [
      name,
      withAddresses ? value : withShortAddresses(value),
    ])
    return {
      mail,
      content: toInertMail(content, { withAddresses }),
      headers: Object.fromEntries(headers),
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { mail, content: null, missingReason: `It can’t be written now: ${why}` }
  }
}
