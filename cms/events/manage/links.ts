import type { PayloadRequest } from 'payload'
import { record } from '../../audit/service.ts'
import { hexHmac, hmac } from '../../crypto/hmac.ts'
import { createLinkToken, hashToken } from '../../crypto/tokens.ts'
import { type Database, databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { env } from '../../env.ts'
import { withMinimumDuration } from '../../http/minimum-duration.ts'
import type { RateLimit } from '../../limits/rules.ts'
import { countAttempt } from '../../limits/service.ts'
import { mailboxOf } from '../../mail/address.ts'
import { findMailTextFiller } from '../../mail/mail-text-filler.ts'
import { queueMail } from '../../mail/service.ts'
import type { StaffCaller } from '../../staff/access.ts'
import {
  findLinkId,
  insertLink,
  type Link,
  listLinksTo,
  listManagedDates,
  revokeLink,
} from '../queries/links.ts'
import { findDate } from '../service.ts'
import type { LinkReply, LinkRequest } from './contract.ts'
import { manageError } from './errors.ts'
import { linkMailKind, manageUrl, renderLinkMail } from './mails.ts'

type NewLink = Pick<Link, 'event' | 'scope' | 'name' | 'email'> & { key: string; mailed: boolean }

/** The token of a new link; the same for a repeated request. Nobody can compute it without SECRET. */
const tokenFor = (staff: number, key: string): string =>
  hexHmac(`${staff} ${key}`, { purpose: 'event link', secret: env().SECRET, length: 40 })

/**
 * Makes a link for the event of a date. With `mailed`, the link is also mailed.
 * @returns the URL of the link, which is not stored
 * @throws HttpError `no_date`
 */
export async function createLink(
  req: PayloadRequest,
  staff: StaffCaller,
  { date: id, ...request }: LinkRequest,
): Promise<LinkReply> {
  const date = await findDate(databaseOf(req.payload), id)
  if (!date) throw manageError('no_date')
  return makeLink(req, staff, { event: date.event, ...request }, date.title)
}

/** Revokes a link and makes a new one for the same person. @throws HttpError `no_link` */
export async function replaceLink(
  req: PayloadRequest,
  staff: StaffCaller,
  { link: id, key }: { link: number; key: string },
): Promise<LinkReply> {
  return inTransaction(req, async (db) => {
    const repeated = await findLinkId(db, hashToken(tokenFor(staff.id, key)))
    const link = repeated ? null : await revokeLink(db, id)
    if (!repeated && !link) throw manageError('no_link')
    if (!link) return replyFor(staff.id, key, { id: repeated ?? 0, mailed: false })
    const mailed = link.email !== null
    return makeLink(req, staff, { ...link, key, mailed }, await titleOf(db, link.event))
  })
}

async function makeLink(
  req: PayloadRequest,
  staff: StaffCaller,
  { key, mailed, ...link }: NewLink,
  title: string,
): Promise<LinkReply> {
  const token = tokenFor(staff.id, key)
  const fillText = await findMailTextFiller(req.payload)
  return inTransaction(req, async (db) => {
    const id = await insertLink(db, { ...link, tokenHash: hashToken(token), staff: staff.id })
    if (id === null) {
      return replyFor(staff.id, key, { id: (await findLinkId(db, hashToken(token))) ?? 0, mailed })
    }
    const isMailed = mailed && link.email !== null
    if (isMailed) await mailLink(req, fillText, { ...link, id, token, title })
    await record(req, {
      action: 'event_link_made',
      subject: title,
      of_collection: 'event_links',
      document: id,
      details: { for: link.name, scope: link.scope },
    })
    return replyFor(staff.id, key, { id, mailed: isMailed })
  })
}

const replyFor = (
  staff: number,
  key: string,
  { id, mailed }: { id: number; mailed: boolean },
): LinkReply => ({ link: id, url: manageUrl(tokenFor(staff, key)), mailed })

async function mailLink(
  req: PayloadRequest,
  fillText: Awaited<ReturnType<typeof findMailTextFiller>>,
  link: Pick<Link, 'id' | 'scope' | 'name' | 'email'> & { token: string; title: string },
): Promise<void> {
  if (link.email === null) return
  await queueMail(req, {
    ...(await renderLinkMail(fillText, link)),
    key: `event link ${link.id}`,
    kind: linkMailKind,
    to: { address: link.email, name: link.name },
  })
}

/** Revokes a link at once. Does nothing if the link was already revoked. */
export const endLink = (req: PayloadRequest, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const link = await revokeLink(db, id)
    if (!link) return
    await record(req, {
      action: 'event_link_revoked',
      subject: await titleOf(db, link.event),
      of_collection: 'event_links',
      document: id,
      details: { for: link.name, scope: link.scope },
    })
  })

/** The title of an event's current or next date; if all are over, of its last date. */
async function titleOf(db: Database, event: number): Promise<string> {
  const dates = await listManagedDates(db, event)
  const now = new Date()
  return (dates.find(({ ends_at }) => ends_at > now) ?? dates.at(-1))?.title ?? 'an event'
}

/** Limit of requests for fresh links to one address, no matter who sends them. */
const freshLinksPerAddress: RateLimit = { max: 3, windowMs: 24 * 60 * 60_000, fixed: true }
/** The maximum number of fresh links per request. Staff can mail the others. */
const maxFreshLinks = 10

/**
 * Mails fresh links to an address that has valid links. The old links work until the fresh links are used, see
 * `recordUse`. Neither the result nor its duration reveals whether the address has links.
 */
export const mailFreshLinks = (req: PayloadRequest, email: string): Promise<void> =>
  withMinimumDuration(async () => {
    const addressHmac = hmac('event links to an address', mailboxOf(email))
    const key = `event links to ${addressHmac}`
    const db = databaseOf(req.payload)
    if ((await countAttempt(db, key, freshLinksPerAddress)).retryAfterSeconds !== null) return
    const links = (await listLinksTo(db, email)).slice(0, maxFreshLinks)
    if (!links.length) return
    const fillText = await findMailTextFiller(req.payload)
    await inTransaction(req, async (transaction) => {
      for (const { event, scope, name } of links) {
        const token = createLinkToken()
        const link = { event, scope, name, email, staff: null, tokenHash: hashToken(token) }
        const id = await insertLink(transaction, link)
        if (id === null) continue
        const title = await titleOf(transaction, event)
        await mailLink(req, fillText, { id, scope, name, email, token, title })
      }
    })
  })
