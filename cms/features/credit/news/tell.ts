import { createLocalReq, type Payload } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { isOutage } from '../../../platform/http/foreign-errors.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobType } from '../../../platform/jobs/job.ts'
import type { NewMail } from '../../../platform/mail/contract.ts'
import { findMailTextFiller, type MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { queueMails } from '../../../platform/mail/service.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { CreditMovement } from '../../ledger/ports.ts'
import { balanceOf, findTransfer } from '../../ledger/service.ts'
import { findMemberById } from '../../members/service.ts'
import { pushToMember } from '../../nudges/service.ts'
import { areaName } from '../../venue/names.ts'
import { isVenueArea } from '../../venue/rules.ts'
import { findVenue } from '../../venue/service.ts'
import { ledgerPath } from '../pages.ts'
import { findParties } from '../queries.ts'
import { sendOfReference } from '../rules.ts'
import { renderNews, renderReceipt } from './mails.ts'
import { deleteNews, findNewsWays, findSenders, insertNews, takeNews } from './queries.ts'
import { defaultWays, isReceipt, newsKindOf, newsLine } from './rules.ts'

/** Tells members what moved their credit. */
export const tellJob: JobType<null> = { name: 'credit.tell' }

const pushExpiresMs = 24 * 60 * 60_000

/** Notes the movements that members are told about, in the transaction that read them from the ledger. */
export async function noteMovements(
  db: Database,
  movements: readonly CreditMovement[],
): Promise<void> {
  const told = movements.filter(({ kind }) => newsKindOf(kind))
  const claims = told.filter(({ kind }) => kind === 'claim')
  const sends = claims.flatMap(({ reference }) => sendOfReference(reference) ?? [])
  const senders = sends.length ? await findSenders(db, sends) : []
  const ofSenders = claims.flatMap(({ transfer, reference }) => {
    const sender = senders.find(({ id }) => id === sendOfReference(reference))
    return sender ? [{ transfer, member: sender.member }] : []
  })
  const byMember = Map.groupBy([...told, ...ofSenders], ({ member }) => member)
  if (!byMember.size) return
  await insertNews(
    db,
    [...byMember].map(([member, list]) => ({
      member,
      transfers: list.map(({ transfer }) => transfer),
    })),
  )
  await enqueue(db, tellJob, null, { key: tellJob.name })
}

/** How often news is tried. Then it is dropped: the member sees on their ledger what moved. */
const maxTries = 5

/**
 * Tells all noted news, one after the other. If the process dies, the news is told again: its mail has the same key and
 * its push the same id, so nobody reads it twice.
 */
export async function tellNews(payload: Payload, signal: AbortSignal): Promise<void> {
  const fillText = await findMailTextFiller(payload)
  const db = databaseOf(payload)
  let failure: unknown = null
  for (let last = 0; ; ) {
    signal.throwIfAborted()
    const news = await takeNews(db, last)
    if (!news) break
    last = news.id
    try {
      await tell(payload, fillText, news)
    } catch (error) {
      // The database is unavailable, so the whole job is repeated.
      if (isOutage(error)) throw error
      log.error({ err: error, news: news.id }, 'a member could not be told about their credit')
      if (news.tries >= maxTries) await deleteNews(db, news.id)
      else failure = error
    }
  }
  if (failure) throw failure
}

/**
 * Pushes news outside a transaction, because a push service may be slow. Then queues its mails and deletes it, unless it
 * was deleted meanwhile, for example because the member was erased.
 */
async function tell(
  payload: Payload,
  fillText: MailTextFiller,
  { id: news, member: id, transfers }: { id: number; member: number; transfers: readonly number[] },
): Promise<void> {
  const db = databaseOf(payload)
  const member = await findMemberById(db, id)
  const mails = member ? await pushAndMakeMails(payload, db, fillText, { member, transfers }) : []
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (tx) => {
    if ((await deleteNews(tx, news)) && mails.length) await queueMails(payload, tx, mails)
  })
}

/** Sends the pushes of news. @returns the mails that remain to be sent */
async function pushAndMakeMails(
  payload: Payload,
  db: Database,
  fillText: MailTextFiller,
  {
    member,
    transfers,
  }: { member: { id: number; email: string; name: string | null }; transfers: readonly number[] },
): Promise<NewMail[]> {
  const { id } = member
  const ways = { ...defaultWays, ...(await findNewsWays(db, id)) }
  const found = (await findLines(db, id, transfers)).filter(({ news }) => ways[news] !== 'none')
  const lines = found.filter(({ kind }) => kind !== 'round_up' || found.length > 1)
  const receipts = lines.filter(({ kind }) => isReceipt(kind))
  const others = lines.filter(({ kind }) => !isReceipt(kind))
  const last = Math.max(...transfers)
  const { availableCents } = await balanceOf(db, `member:${id}`)
  const currency = lines[0]?.currency ?? ''
  const balance = currency && formatMoney(availableCents, currency)
  const pushed = others.filter(({ news }) => ways[news] === 'nudge')
  const isPushed =
    pushed.length > 0 &&
    (await pushToMember(payload, {
      member: id,
      id: `credit-${last}`,
      title: pushed[0]?.line ?? '',
      text: [...pushed.slice(1).map(({ line }) => line), `You have ${balance}.`].join('. '),
      link: ledgerPath,
      expiresAt: new Date(Date.now() + pushExpiresMs),
    })) > 0
  const mailed = isPushed ? others.filter((each) => !pushed.includes(each)) : others
  const to = { address: member.email, name: member.name }
  const { timeZone } = await findVenue(payload)
  const mails: NewMail[] = []
  if (mailed.length) {
    const content = await renderNews(fillText, {
      lines: mailed.map(({ line }) => line),
      balance,
    })
    mails.push({ ...content, key: `credit news ${id} ${last}`, kind: 'credit_news', to })
  }
  for (const { transfer, money } of receipts) {
    const when = formatGuestTime(new Date(), timeZone)
    const content = await renderReceipt(fillText, { amount: money, when, transfer, balance })
    mails.push({ ...content, key: `credit receipt ${transfer}`, kind: 'credit_receipt', to })
  }
  return mails
}

async function findLines(db: Database, member: number, transfers: readonly number[]) {
  const lines = []
  for (const transfer of transfers) {
    const found = await findTransfer(db, { id: transfer })
    const news = found && newsKindOf(found.kind)
    if (!found || !news) continue
    const { kind, currency, legs } = found
    const own = legs.find(({ account }) => account === `member:${member}`)
    const cents = Math.max(...legs.map(({ amountCents }) => amountCents))
    const money = formatMoney(own ? Math.abs(own.amountCents) : cents, currency)
    const send = sendOfReference(found.reference)
    const [party] = send ? await findParties(db, member, [send]) : []
    const area = isVenueArea(found.area) ? areaName(found.area) : null
    const person = party?.email ?? party?.sender ?? null
    const line = newsLine({ kind, amountCents: own?.amountCents ?? null, money, area, person })
    lines.push({ transfer, kind, news, currency, money, line })
  }
  return lines
}
