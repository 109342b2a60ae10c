import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { createLinkToken, hashToken } from '../../platform/crypto/tokens.ts'
import { lockNames } from '../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { isOutage } from '../../platform/http/foreign-errors.ts'
import { queueMail } from '../../platform/mail/service.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { ledgerError } from '../ledger/errors.ts'
import type { AccountCode, Actor } from '../ledger/rules.ts'
import { balanceOf, findLedgerSettings, type LedgerSettings, transfer } from '../ledger/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import type { ClaimRequest, EndedSendReply, SendReply, SendRequest } from './contract.ts'
import { creditError } from './errors.ts'
import { renderSendMail, sendMailKind } from './mails.ts'
import {
  countDay,
  endSend,
  findSendByKey,
  insertSend,
  listDueSends,
  lockSend,
  type Send,
  type SendSelector,
} from './queries.ts'
import { senderName, sendLimits, sendReference } from './rules.ts'

/**
 * Credit that members send to an address. The order of locks is: member, address, send, accounts of the ledger. The
 * program does not look up whether the address is a member's, so neither the reply nor its duration reveals that.
 */

const claimsAccount = 'clearing:claims'

/**
 * Sends credit: moves it to `clearing:claims`, and mails a link with which it can be claimed.
 * @throws HttpError `own_address`, `day_amount`, `day_count`, `address_count`, `insufficient_funds`, `key_reused`,
 *   `signed_out`
 */
export async function sendCredit(
  req: PayloadRequest,
  sender: SignedIn,
  { key, email, amount }: SendRequest,
): Promise<SendReply> {
  if (email === sender.email) throw creditError('own_address', { field: 'email' })
  const ledgerSettings = await findLedgerSettings(req.payload)
  const name = senderName(sender)
  const token = createLinkToken()
  const details = { sender: name, amountCents: amount, currency: ledgerSettings.currency, token }
  // Rendered before the transaction, because rendering may need a database connection of its own.
  const mail = await renderSendMail(req.payload, details)
  return inTransaction(req, async (db) => {
    // Requests of one member wait for each other, so together they can't exceed the member's limits.
    if (!(await lockMembers(db, [sender.id]))) throw memberError('signed_out')
    const earlier = await findSendByKey(db, sender.id, key)
    if (earlier && (earlier.email !== email || earlier.amount !== amount)) {
      throw ledgerError('key_reused')
    }
    if (earlier) return { send: earlier.id, repeated: true }
    // Sends of several members to one address wait for each other too, so together they can't exceed its limit.
    await lockNames(db, [`credit to ${email}`])
    await requireWithinDay(db, sender.id, { email, amount })
    const account: AccountCode = `member:${sender.id}`
    const { currency } = ledgerSettings
    const id = await insertSend(db, {
      member: sender.id,
      account,
      sender: name,
      email,
      amount,
      currency,
      key,
      tokenHash: hashToken(token),
    })
    await transfer(db, ledgerSettings, {
      key: sendReference(id),
      kind: 'send',
      from: account,
      to: claimsAccount,
      amountCents: amount,
      reference: sendReference(id),
      actor: { kind: 'member', id: sender.id },
    })
    await queueMail(req, {
      ...mail,
      key: `credit send ${id}`,
      kind: sendMailKind,
      to: { address: email },
    })
    return { send: id, repeated: false }
  })
}

/**
 * Checks a send before its sender gives a proof, so that nobody gives one in vain. Only `sendCredit` decides.
 * What others sent to the address is not checked: without a proof nobody learns of it.
 * @throws HttpError `own_address`, `day_amount`, `day_count`, `insufficient_funds`
 */
export async function checkSend(
  db: Database,
  sender: SignedIn,
  { key, email, amount }: SendRequest,
): Promise<void> {
  if (email === sender.email) throw creditError('own_address', { field: 'email' })
  // A repeated request was paid already.
  if (await findSendByKey(db, sender.id, key)) return
  requireOwnDay(await countDay(db, sender.id, email), amount)
  const { availableCents } = await balanceOf(db, `member:${sender.id}`)
  if (availableCents < amount) throw ledgerError('insufficient_funds')
}

type DayCounts = Awaited<ReturnType<typeof countDay>>

function requireOwnDay(counts: DayCounts, amount: number): void {
  if (counts.sent >= sendLimits.sendsPerDay) throw creditError('day_count')
  if (counts.cents + amount > sendLimits.centsPerDay) throw creditError('day_amount')
}

async function requireWithinDay(
  db: Database,
  member: number,
  { email, amount }: { email: string; amount: number },
): Promise<void> {
  const counts = await countDay(db, member, email)
  requireOwnDay(counts, amount)
  if (counts.to_address >= sendLimits.sendsPerDayToAddress) throw creditError('address_count')
}

/**
 * Moves waiting credit to a member who has the mailed link, or whose address the credit was sent to. A repeated request
 * gets the same reply.
 * @throws HttpError `not_found`, `own_send`, `claimed`, `returned`, `signed_out`
 */
export async function claimSend(
  req: PayloadRequest,
  member: SignedIn,
  request: ClaimRequest,
): Promise<EndedSendReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const sendKey: SendSelector =
      'id' in request ? { id: request.id } : { tokenHash: hashToken(request.token) }
    const send = await lockSend(db, sendKey)
    if (!send || ('id' in sendKey && send.email !== member.email)) throw creditError('not_found')
    if (send.member === member.id) throw creditError('own_send')
    if (send.state === 'claimed' && send.claimed_by === member.id) return replyOf(send)
    requireWaiting(send)
    if (send.is_due) throw creditError('returned')
    await endSend(db, send.id, { state: 'claimed', member: member.id })
    await moveCredit(db, ledgerSettings, send, {
      kind: 'claim',
      to: `member:${member.id}`,
      actor: { kind: 'member', id: member.id },
    })
    return replyOf(send)
  })
}

/**
 * Gives waiting credit back to its sender. A repeated request gets the same reply.
 * @throws HttpError `not_found`, `claimed`, `signed_out`
 */
export async function takeBack(
  req: PayloadRequest,
  sender: SignedIn,
  id: number,
): Promise<EndedSendReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [sender.id]))) throw memberError('signed_out')
    const send = await lockSend(db, { id })
    if (send?.member !== sender.id) throw creditError('not_found')
    if (send.state === 'returned') return replyOf(send)
    requireWaiting(send)
    await giveBack(db, ledgerSettings, send, { kind: 'member', id: sender.id })
    return replyOf(send)
  })
}

/**
 * Gives back the credit that nobody claimed in time, each send in its own transaction. A failure does not stop the
 * other sends; the next run tries the failed one again.
 * @returns how many sends could not be returned
 */
export async function returnDueSends(payload: Payload): Promise<number> {
  const db = databaseOf(payload)
  let failed = 0
  let due: number[]
  for (let lastId = 0; ; lastId = due.at(-1) ?? lastId) {
    due = await listDueSends(db, lastId)
    if (!due.length) return failed
    const ledgerSettings = await findLedgerSettings(payload)
    for (const id of due) {
      try {
        await returnSend(await createLocalReq({}, payload), ledgerSettings, id)
      } catch (error) {
        // The database is unavailable, so the whole job is repeated.
        if (isOutage(error)) throw error
        log.error({ err: error, send: id }, 'sent credit could not be returned')
        failed++
      }
    }
  }
}

const returnSend = (
  req: PayloadRequest,
  ledgerSettings: LedgerSettings,
  id: number,
): Promise<void> =>
  inTransaction(req, async (db) => {
    const send = await lockSend(db, { id })
    if (send?.state === 'waiting') await giveBack(db, ledgerSettings, send, { kind: 'system' })
  })

async function giveBack(
  db: Database,
  ledgerSettings: LedgerSettings,
  send: Send,
  actor: Actor,
): Promise<void> {
  await endSend(db, send.id, { state: 'returned' })
  await moveCredit(db, ledgerSettings, send, {
    kind: 'return',
    to: send.account as AccountCode,
    actor,
  })
}

/**
 * Moves the credit of a locked send to whoever claims it, or back to its sender. The transfer's key is the same for
 * both, so the ledger allows only one of them.
 */
const moveCredit = (
  db: Database,
  { timeZone }: LedgerSettings,
  { id, amount, currency }: Send,
  { kind, to, actor }: { kind: 'claim' | 'return'; to: AccountCode; actor: Actor },
) =>
  transfer(
    db,
    { currency, timeZone },
    {
      key: `${sendReference(id)}:end`,
      kind,
      from: claimsAccount,
      to,
      amountCents: amount,
      actor,
      reference: sendReference(id),
    },
  )

function requireWaiting({ state }: Send): void {
  if (state !== 'waiting') throw creditError(state)
}

const replyOf = ({ id, amount }: Send): EndedSendReply => ({ send: id, amount_cents: amount })
