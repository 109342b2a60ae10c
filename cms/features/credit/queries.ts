import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  requireRow,
  type SQL,
  sql,
} from '../../platform/database/query.ts'
import { isoTimestamp } from '../../platform/database/row-fields.ts'
import type { ClaimableSend, OwnSend } from './contract.ts'
import { addressDays, claimDays } from './rules.ts'

// PostgreSQL returns a bigint as text.
const cents = z.coerce.number().int()
const state = z.enum(['waiting', 'claimed', 'returned'])

export async function findRoundsUp(db: Database, member: number): Promise<boolean> {
  const row = await findRow(db, z.object({ rounds_up: z.boolean() }))`
    select rounds_up from credit_settings where member = ${member}`
  return row?.rounds_up ?? false
}

export const saveRoundsUp = (db: Database, member: number, isOn: boolean) =>
  execute(db)`
    insert into credit_settings (member, rounds_up) values (${member}, ${isOn})
    on conflict (member) do update set rounds_up = excluded.rounds_up, changed_at = now()`

const dayCounts = z.object({ sent: z.number(), cents, to_address: z.number() })

/**
 * Counts the last 24 hours: a member's sends (`sent`) and their total amount (`cents`), and the sends of all members to
 * an address (`to_address`).
 */
export const countDay = (db: Database, member: number, email: string) =>
  requireRow(db, dayCounts)`
    select count(*) filter (where member = ${member})::int as sent,
           coalesce(sum(amount) filter (where member = ${member}), 0) as cents,
           count(*) filter (where email = ${email})::int as to_address
      from credit_sends
     where created_at > now() - interval '1 day' and (member = ${member} or email = ${email})`

/** The member's send with an idempotency key. */
export const findSendByKey = (db: Database, member: number, key: string) =>
  findRow(db, z.object({ id: z.number(), email: z.string().nullable(), amount: cents }))`
    select id, email, amount from credit_sends where member = ${member} and key = ${key}`

type NewSend = {
  member: number
  account: string
  sender: string
  email: string
  amount: number
  currency: string
  key: string
  tokenHash: string
}

export const insertSend = (db: Database, send: NewSend): Promise<number> =>
  requireRow(db, column(z.number()))`
    insert into credit_sends (member, account, sender, email, amount, currency, key, token_hash, expires_at)
    values (${send.member}, ${send.account}, ${send.sender}, ${send.email}, ${send.amount}, ${send.currency},
            ${send.key}, ${send.tokenHash}, now() + ${claimDays} * interval '1 day')
    returning id`

const sendRow = z.object({
  id: z.number(),
  member: z.number().nullable(),
  account: z.string(),
  sender: z.string().nullable(),
  email: z.string().nullable(),
  amount: cents,
  currency: z.string(),
  state,
  claimed_by: z.number().nullable(),
  expires_at: isoTimestamp,
  is_due: z.boolean(),
})
export type Send = z.output<typeof sendRow>

/** Identifies a send by its id, or by the hash of its token. */
export type SendSelector = { id: number } | { tokenHash: string }

const sendCondition = (key: SendSelector): SQL =>
  'id' in key ? sql`id = ${key.id}` : sql`token_hash = ${key.tokenHash}`
const sendColumns = sql.raw(
  'id, member, account, sender, email, amount, currency, state, claimed_by, expires_at, expires_at <= now() as is_due',
)

export const findSend = (db: Database, key: SendSelector): Promise<Send | null> =>
  findRow(db, sendRow)`select ${sendColumns} from credit_sends where ${sendCondition(key)}`

/** Like `findSend`, but locks the row: others who end this send wait until the transaction is over. */
export const lockSend = (db: Database, key: SendSelector): Promise<Send | null> =>
  findRow(
    db,
    sendRow,
  )`select ${sendColumns} from credit_sends where ${sendCondition(key)} for no key update`

/** Ends a locked send. */
export const endSend = (
  db: Database,
  id: number,
  ended: { state: 'claimed'; member: number } | { state: 'returned' },
) =>
  execute(db)`
    update credit_sends
       set state = ${ended.state}, claimed_by = ${'member' in ended ? ended.member : null}, ended_at = now()
     where id = ${id}`

/** Ids of sends that nobody claimed in time: the first hundred ids above `lastId`. */
export const listDueSends = (db: Database, lastId: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from credit_sends
     where state = 'waiting' and expires_at <= now() and id > ${lastId} order by id limit 100`

/** Deletes the addresses of sends that ended more than `addressDays` ago. */
export const forgetOldAddresses = (db: Database) =>
  execute(db)`
    update credit_sends set email = null
     where email is not null and ended_at < now() - ${addressDays} * interval '1 day'`

const ownSend = z
  .object({
    id: z.number(),
    email: z.string().nullable(),
    amount: cents,
    state,
    created_at: isoTimestamp,
    expires_at: isoTimestamp,
    ended_at: isoTimestamp.nullable(),
  })
  .transform(({ amount, ...rest }): OwnSend => ({ ...rest, amount_cents: amount }))

/** A member's sends, the newest first: all that wait, and the newest that ended. */
export const listSends = (db: Database, member: number, maxEnded = 20): Promise<OwnSend[]> =>
  findRows(db, ownSend)`
    (select id, email, amount, state, created_at, expires_at, ended_at from credit_sends
      where member = ${member} and state = 'waiting')
    union all
    (select id, email, amount, state, created_at, expires_at, ended_at from credit_sends
      where member = ${member} and state <> 'waiting' order by id desc limit ${maxEnded})
    order by id desc`

const claimable = z
  .object({
    id: z.number(),
    sender: z.string().nullable(),
    amount: cents,
    currency: z.string(),
    expires_at: isoTimestamp,
  })
  .transform(({ amount, ...rest }): ClaimableSend => ({ ...rest, amount_cents: amount }))

/** The waiting sends to an address, without those that this member sent. */
export const listClaimable = (db: Database, email: string, member: number) =>
  findRows(db, claimable)`
    select id, sender, amount, currency, expires_at from credit_sends
     where email = ${email} and state = 'waiting' and expires_at > now() and member is distinct from ${member}
     order by id`

const party = z.object({
  id: z.number(),
  email: z.string().nullable(),
  sender: z.string().nullable(),
})

/** The other person of each of these sends: `email` if the member sent it, `sender` if the member claimed it. */
export const findParties = (db: Database, member: number, ids: readonly number[]) =>
  findRows(db, party)`
    select id, case when member = ${member} then email end as email,
           case when claimed_by = ${member} then sender end as sender
      from credit_sends where id = any(${idList(ids)}::int[]) and (member = ${member} or claimed_by = ${member})`

const exportedSend = z.object({
  email: z.string().nullable(),
  sender: z.string().nullable(),
  amount: cents,
  currency: z.string(),
  state,
  created_at: isoTimestamp,
  ended_at: isoTimestamp.nullable(),
})

/** A member's sends and claims, for the data download. */
export const exportSends = (db: Database, member: number) =>
  findRows(db, exportedSend)`
    select case when member = ${member} then email end as email,
           case when claimed_by = ${member} then sender end as sender,
           amount, currency, state, created_at, ended_at
      from credit_sends where member = ${member} or claimed_by = ${member} order by id`

/**
 * Removes a member from sends, and deletes their settings. A waiting send can still be claimed. If nobody claims it, it
 * goes back to the account, which then belongs to no member.
 */
export async function forgetMember(
  db: Database,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await execute(db)`delete from credit_settings where member = ${id}`
  await execute(db)`
    update credit_sends set member = null, sender = null, email = null where member = ${id}`
  // Sends that this member claimed lose their address too: it may be an earlier address of the member.
  await execute(db)`
    update credit_sends
       set email = null,
           claimed_by = case when claimed_by = ${id} then null else claimed_by end
     where email = ${email} or claimed_by = ${id}`
}
