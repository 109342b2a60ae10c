import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  jsonRows,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import { confirmWithinMs, interests, sameSignUpMs } from '../rules.ts'

const wanted = z.object({
  /** Can be null for addresses that an import or staff added. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  birthday: z.object({ day: z.number(), month: z.number() }).nullable(),
  interests: z.array(z.enum(interests)).nullable(),
  wording: z.string(),
  version: z.string(),
  /** How the consent was given, such as `form`, `mail after an import` or `on paper, …`. */
  how: z.string(),
})
/** The data of a sign-up other than the address. */
export type SignUpData = z.output<typeof wanted>

const request = z.object({
  id: z.number(),
  email: z.string(),
  wanted,
  createdAt: z.coerce.date(),
  isUsed: z.boolean(),
  isExpired: z.boolean(),
})
export type SubscriptionRequest = z.output<typeof request>

const selectRequest = (tokenHash: string) => sql`
  select id, email, wanted, created_at as "createdAt", used_at is not null as "isUsed",
         expires_at < now() as "isExpired"
    from subscription_requests where token_hash = ${tokenHash}`

/** The request whose confirmation token has this hash. */
export const findRequest = (db: Database, tokenHash: string): Promise<SubscriptionRequest | null> =>
  findRow(db, request)`${selectRequest(tokenHash)}`

export const lockRequest = (db: Database, tokenHash: string): Promise<SubscriptionRequest | null> =>
  findRow(db, request)`${selectRequest(tokenHash)} for update`

/** The data of the newest unconfirmed sign-up of an address; null if there is none. */
export const findSignUpData = (db: Database, email: string): Promise<SignUpData | null> =>
  findRow(db, column(wanted))`
    select wanted from subscription_requests where email = ${email} and used_at is null
     order by id desc limit 1`

/**
 * Whether an address has an unconfirmed sign-up of the last `sameSignUpMs`. A new sign-up then counts as a repetition.
 */
export async function hasRecentRequest(db: Database, email: string): Promise<boolean> {
  return hasRow(db)`
    select id from subscription_requests
     where email = ${email} and used_at is null
       and created_at > now() - ${sameSignUpMs} * interval '1 ms' limit 1`
}

export const insertRequests = (
  db: Database,
  requests: readonly { tokenHash: string; email: string; subscriber: number; wanted: SignUpData }[],
) =>
  execute(db)`
    insert into subscription_requests (token_hash, email, subscriber, wanted, expires_at)
    select "tokenHash", email, subscriber, wanted, now() + ${confirmWithinMs} * interval '1 ms'
      from jsonb_to_recordset(${jsonRows(requests)}) as request (
             "tokenHash" text, email text, subscriber int, wanted jsonb)`

export const markRequestUsed = (db: Database, id: number): Promise<number> =>
  execute(db)`update subscription_requests set used_at = now() where id = ${id}`

export const deleteRequests = (db: Database, emails: readonly string[]): Promise<number> =>
  execute(db)`
    delete from subscription_requests
     where email in ${textList(emails)}`

/** Deletes requests a day after they expired. @returns the ids of their subscribers */
export const deleteExpiredRequests = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    delete from subscription_requests where expires_at < now() - interval '1 day'
    returning subscriber`
