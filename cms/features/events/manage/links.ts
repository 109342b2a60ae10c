import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { hexHmac } from '../../../platform/crypto/hmac.ts'
import { createLinkToken, hashToken } from '../../../platform/crypto/tokens.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { withMinimumDuration } from '../../../platform/http/server/minimum-duration.ts'
import type { MailContent } from '../../../platform/mail/contract.ts'
import { findMailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { queueMail } from '../../../platform/mail/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import type { StaffCaller } from '../../../platform/staff/access.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { eventError } from '../errors.ts'
import {
  findStoredLink,
  insertLink,
  type Link,
  listLinksTo,
  listManagedDates,
  revokeLink,
} from '../queries/links.ts'
import { countFreshLinks } from '../rate-limits.ts'
import { timeZoneOf } from '../series/sync.ts'
import { findDate } from '../service.ts'
import type { LinkReply, LinkRequest } from './contract.ts'
import { linkMailKind, manageUrl, renderLinkMail } from './mails.ts'

type NewLink = Pick<Link, 'event' | 'date' | 'scope' | 'name' | 'email'> & {
  key: string
  mailed: boolean
}

/** The token of a new link; the same for a repeated request. Nobody can compute it without SECRET. */
const tokenFor = (staff: number, key: string): string =>
  hexHmac(`${staff} ${key}`, { purpose: 'event link', secret: env().SECRET, length: 40 })

/**
 * Makes a link for a date, or with `whole_series` for all dates of its event. With `mailed`, the link is also mailed.
 * @returns the URL of the link, which is not stored
 * @throws HttpError `no_date`; `key_reused`: another link was made with this key
 */
export async function createLink(
  req: PayloadRequest,
  staff: StaffCaller,
  { date: id, whole_series: isForSeries, ...request }: LinkRequest,
): Promise<LinkReply> {
  const date = await findDate(databaseOf(req.payload), id)
  if (!date) throw eventError('link_no_date')
  const opened = { event: date.event, date: isForSeries ? null : id }
  return makeLink(req, staff, { ...opened, ...request })
}

/** Revokes a link and makes a new one for the same person. @throws HttpError `no_link`, `key_reused` */
export async function replaceLink(
  req: PayloadRequest,
  staff: StaffCaller,
  { link: id, key }: { link: number; key: string },
): Promise<LinkReply> {
  return inTransaction(req, async (db) => {
    const repeated = await findStoredLink(db, { tokenHash: hashToken(tokenFor(staff.id, key)) })
    if (repeated) {
      const replaced = await findStoredLink(db, { id })
      const isRepeated = replaced && replaced.id !== repeated.id && isSameLink(replaced, repeated)
      if (!isRepeated) throw eventError('link_key_reused')
      return replyFor(staff.id, key, { id: repeated.id, mailed: false })
    }
    const link = await revokeLink(db, id)
    if (!link) throw eventError('no_link')
    const { event, date, scope, name, email } = link
    return makeLink(req, staff, { event, date, scope, name, email, key, mailed: email !== null })
  })
}

async function makeLink(
  req: PayloadRequest,
  staff: StaffCaller,
  { key, mailed, ...link }: NewLink,
): Promise<LinkReply> {
  const token = tokenFor(staff.id, key)
  const render = await findLinkMailer(req)
  return inTransaction(req, async (db) => {
    const id = await insertLink(db, { ...link, tokenHash: hashToken(token), createdBy: staff.id })
    if (id === null) {
      const first = await findStoredLink(db, { tokenHash: hashToken(token) })
      if (!first || !isSameLink(first, link)) throw eventError('link_key_reused')
      return replyFor(staff.id, key, { id: first.id, mailed })
    }
    const isMailed = mailed && link.email !== null
    const opened = await findOpened(db, link)
    if (isMailed) await mailLink(req, render, { ...link, id, token, opened })
    await record(req, {
      action: 'event_link_made',
      subject: opened.title,
      of_collection: 'event_links',
      document: id,
      details: { for: link.name, scope: link.scope, date: link.date ?? 'all' },
    })
    return replyFor(staff.id, key, { id, mailed: isMailed })
  })
}

type Purpose = Pick<Link, 'event' | 'date' | 'scope' | 'name' | 'email'>
/** Whether two links let the same person do the same with the same event. */
const isSameLink = (one: Purpose, other: Purpose): boolean =>
  one.event === other.event &&
  one.date === other.date &&
  one.scope === other.scope &&
  one.name === other.name &&
  one.email === other.email

const replyFor = (
  staff: number,
  key: string,
  { id, mailed }: { id: number; mailed: boolean },
): LinkReply => ({ link: id, url: manageUrl(tokenFor(staff, key)), mailed })

type LinkMailer = (
  link: Pick<Link, 'date' | 'scope' | 'name'> & { token: string; opened: Opened },
) => Promise<MailContent>

async function findLinkMailer(req: PayloadRequest): Promise<LinkMailer> {
  const [fillText, timeZone] = [await findMailTextFiller(req.payload), await timeZoneOf(req)]
  return ({ opened: { title, startsAt }, date, ...link }) =>
    renderLinkMail(fillText, {
      ...link,
      title,
      when: date !== null && startsAt ? formatGuestTime(startsAt, timeZone) : null,
    })
}

async function mailLink(
  req: PayloadRequest,
  render: LinkMailer,
  link: Pick<Link, 'id' | 'date' | 'scope' | 'name' | 'email'> & { token: string; opened: Opened },
): Promise<void> {
  if (link.email === null) return
  await queueMail(req, {
    ...(await render(link)),
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
      subject: (await findOpened(db, link)).title,
      of_collection: 'event_links',
      document: id,
      details: { for: link.name, scope: link.scope },
    })
  })

type Opened = { title: string; startsAt: Date | null }

/** The current or next date that a link opens; if all are over, the last one. */
async function findOpened(db: Database, link: Pick<Link, 'event' | 'date'>): Promise<Opened> {
  const dates = await listManagedDates(db, link)
  const now = new Date()
  const shown = dates.find(({ endsAt }) => endsAt > now) ?? dates.at(-1)
  return { title: shown?.title ?? 'an event', startsAt: shown?.startsAt ?? null }
}

/** The maximum number of fresh links per request. Staff can mail the others. */
const maxFreshLinks = 10

/**
 * Mails fresh links to an address that has valid links. The old links work until the fresh links are used, see
 * `recordUse`. Neither the result nor its duration reveals whether the address has links.
 */
export const mailFreshLinks = (req: PayloadRequest, email: string): Promise<void> =>
  withMinimumDuration(async () => {
    const db = databaseOf(req.payload)
    if (!(await countFreshLinks(db, email))) return
    const links = (await listLinksTo(db, email)).slice(0, maxFreshLinks)
    if (!links.length) return
    const render = await findLinkMailer(req)
    await inTransaction(req, async (transaction) => {
      for (const { event, date, scope, name } of links) {
        const token = createLinkToken()
        const link = { event, date, scope, name, email }
        const tokenHash = hashToken(token)
        const id = await insertLink(transaction, { ...link, createdBy: null, tokenHash })
        if (id === null) continue
        const opened = await findOpened(transaction, link)
        await mailLink(req, render, { ...link, id, token, opened })
      }
    })
  })
