import type { Payload, PayloadRequest, Where } from 'payload'
import { env } from '../../runtime/env.ts'
import { can } from '../../staff/can.ts'
import { isProved } from '../../staff/proof.ts'
import { hiddenFrom, mailKindsOf } from '../kinds.ts'
import type { HiddenFrom } from '../mail-kind.ts'

/**
 * Whether the sender of a request may read codes and links of mails, and the addresses of links. Whoever reads them can
 * use them, so this takes an admin with a fresh proof: a stolen session is not enough.
 */
export const mayReadSecrets = async (req: PayloadRequest): Promise<boolean> =>
  can(req, 'mailbox.secrets') && isProved(req)

/**
 * Which rows of the outbox (recipient, subject and state) the sender of a request may read; the content has rules of
 * its own. Editors read rows about the staff only, because the others have addresses of guests and subscribers, which
 * editors see nowhere. Without a mail server, subjects of the level `staff` contain codes.
 */
export async function readableRows(req: PayloadRequest): Promise<Where | boolean> {
  const ofLevels = (...levels: HiddenFrom[]): Where => ({
    kind: {
      in: mailKindsOf(req.payload)
        .filter((each) => levels.includes(each.hiddenFrom))
        .map(({ kind }) => kind),
    },
  })
  if (can(req, 'mailbox.secrets')) {
    const readsAll = Boolean(env().SMTP_URL) || (await mayReadSecrets(req))
    return readsAll || ofLevels('nobody', 'editors', 'publishers')
  }
  if (can(req, 'mailbox.guests')) return ofLevels('nobody', 'editors', 'publishers')
  const withoutSubscribers: Where = { subscriber: { exists: false }, shows: { exists: false } }
  return can(req, 'mailbox.read') && { and: [ofLevels('nobody'), withoutSubscribers] }
}

/** `proof`: an admin has to confirm their session first. */
export type ContentAccess = 'read' | 'hidden' | 'admins only' | 'proof'

/** Whether the sender of a request, who may read the row of a mail, may read its content. */
export async function contentAccess(
  req: PayloadRequest & { payload: Payload },
  kind: string,
): Promise<ContentAccess> {
  const level = hiddenFrom(req.payload, kind)
  if (level === 'nobody') return 'read'
  if (level === 'editors') return can(req, 'mailbox.guests') ? 'read' : 'hidden'
  if (level === 'staff' && env().SMTP_URL) return 'hidden'
  if (!can(req, 'mailbox.secrets')) return 'admins only'
  return (await mayReadSecrets(req)) ? 'read' : 'proof'
}
