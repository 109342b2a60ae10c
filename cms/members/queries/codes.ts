import { z } from 'zod'
import { hmac } from '../../crypto/hmac.ts'
import { type Database, execute, findRows, type SQL, sql } from '../../database/query.ts'
import { codeLivesMs, codeTries } from '../rules.ts'

/** What a code is for. A code for one purpose is invalid for the others. */
export type Purpose = 'sign_in' | 'link' | 'confirm' | 'old_address' | 'new_address'

/** Identifies a code; it is found again only if all three are equal. */
export type CodeRequest = {
  purpose: Purpose
  /** The address it is mailed to. */
  email: string
  /** Hash of the cookie of the browser that requested it. */
  browser: string
}

/**
 * The order in which a transaction locks the codes, and the counts of codes, of several addresses: two
 * that take the same addresses in another order would deadlock.
 */
export const addressOrder = (one: { email: string }, other: { email: string }): number =>
  one.email < other.email ? -1 : Number(one.email > other.email)

const hmacOf = ({ purpose, email, browser }: CodeRequest, code: string) =>
  hmac('code', purpose, email, browser, code)

/**
 * Stores the hmac of a code. Earlier codes for the same address and purpose become invalid if they
 * were requested by this browser or in this rate limit bucket.
 * @param request.rateLimitBucket see `rateLimitBucketOf`
 * @param request.about data that the code is bound to, beside its purpose
 */
export async function saveCode(
  db: Database,
  request: CodeRequest & {
    code: string
    rateLimitBucket: string
    about?: Record<string, unknown>
  },
): Promise<void> {
  const { purpose, email, browser, code, rateLimitBucket, about = null } = request
  await deleteCodes(
    db,
    sql`email = ${email} and purpose = ${purpose}
        and (lane = ${rateLimitBucket} or browser = ${browser})`,
  )
  await db.execute(sql`
    insert into member_codes (purpose, email, lane, browser, seal, about, expires_at)
    values (${purpose}, ${email}, ${rateLimitBucket}, ${browser}, ${hmacOf(request, code)},
            ${JSON.stringify(about)}::jsonb, now() + ${codeLivesMs} * interval '1 ms')`)
}

const triedRow = z.object({ id: z.number(), isRight: z.boolean() })

/**
 * Counts an attempt and compares the code in one statement: of many simultaneous attempts one
 * succeeds, and after five failed attempts the code is invalid. A right code with different `about`
 * data counts as an attempt but stays valid.
 * @param request.about data that the code must be bound to
 * @param options.isKept whether a right code stays valid, and does not count as an attempt
 * @returns the code's id; null if it is wrong, expired, used, or was requested by another browser
 */
export async function tryCode(
  db: Database,
  request: CodeRequest & { code: string; about?: Record<string, unknown> },
  { isKept = false } = {},
): Promise<number | null> {
  const expected = hmacOf(request, request.code)
  const about = JSON.stringify(request.about ?? {})
  const isRight = sql`(seal = ${expected} and (${about}::jsonb = '{}' or about @> ${about}::jsonb))`
  const tried = await findRows(db, triedRow)`
    update member_codes
       set tries = tries + case when ${isRight} and ${isKept} then 0 else 1 end,
           used_at = case when ${isRight} and not ${isKept} then now() end
     where email = ${request.email} and purpose = ${request.purpose}
       and browser = ${request.browser} and used_at is null and tries < ${codeTries}
       and expires_at > now()
    returning id, ${isRight} as "isRight"`
  return tried.find(({ isRight }) => isRight)?.id ?? null
}

/**
 * Tries two codes that are only valid together. If one is wrong, the attempt counts for both and the
 * right one can be tried again.
 * @param about data that both must be bound to
 */
export async function tryBothCodes(
  db: Database,
  requests: readonly [CodeRequest & { code: string }, CodeRequest & { code: string }],
  about: Record<string, unknown>,
): Promise<boolean> {
  const ids: (number | null)[] = []
  for (const request of requests.toSorted(addressOrder)) {
    ids.push(await tryCode(db, { ...request, about }))
  }
  if (ids.every((id) => id !== null)) return true
  for (const id of ids) {
    if (id !== null) await db.execute(sql`update member_codes set used_at = null where id = ${id}`)
  }
  return false
}

/** Deletes all codes that were sent to some addresses. */
export async function deleteCodesTo(db: Database, emails: readonly string[]): Promise<void> {
  for (const email of emails.toSorted()) await deleteCodes(db, sql`email = ${email}`)
}

async function deleteCodes(db: Database, which: SQL): Promise<void> {
  await execute(db)`
    with locked as materialized (select id from member_codes where ${which} order by id for update)
    delete from member_codes as code using locked where code.id = locked.id`
}

export async function deleteExpiredCodes(db: Database): Promise<void> {
  await db.execute(sql`delete from member_codes where expires_at < now() - interval '1 hour'`)
}
