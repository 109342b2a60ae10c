import { z } from 'zod'
import { hmac } from '../../../platform/crypto/hmac.ts'
import { createToken, hashToken } from '../../../platform/crypto/tokens.ts'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { codeLength, codeLivesMs, codeTries } from '../rules.ts'

/** What a code is for. A code for one purpose is invalid for the others. */
export type Purpose = 'sign_in' | 'link' | 'confirm' | 'old_address' | 'new_address'
/** The purpose of a link that is mailed instead of a sign-in code. Such a link is valid in every browser. */
export const signInLinkPurpose = 'sign_in_link'

/** Identifies a code: a code is found only if purpose, address and browser are all equal. */
export type CodeRequest = {
  purpose: Purpose
  /** The address to which the code is mailed. */
  email: string
  /** Hash of the cookie of the browser that requested the code. */
  browser: string
}

/**
 * Sorts by address. Transactions lock codes and their rate limits in this order, because different orders
 * could deadlock.
 */
export const addressOrder = (one: { email: string }, other: { email: string }): number =>
  one.email < other.email ? -1 : Number(one.email > other.email)

const hmacOf = ({ purpose, email, browser }: CodeRequest, code: string) =>
  hmac('code', purpose, email, browser, code)

/** Derives the digits of a code from its salt. The modulo bias of 48 bits is negligible. */
const codeOf = ({ purpose, email, browser }: CodeRequest, salt: string): string => {
  const bits = Buffer.from(hmac('emailed code', purpose, email, browser, salt), 'base64url')
  return String(bits.readUIntBE(0, 6) % 10 ** codeLength).padStart(codeLength, '0')
}

/** The token of a link. It is hexadecimal, because some mail programs change the case of a link. */
const linkTokenOf = (email: string, salt: string): string =>
  Buffer.from(hmac('sign-in link', email, salt), 'base64url').toString('hex')

type NewCode = { purpose: string; email: string; browser: string; salt: string; storedHash: string }
const saltRow = z.object({ salt: z.string() })

/**
 * Stores a code, unless the same browser already has a valid one for the same purpose, address and data.
 * In that case the existing code is valid for another ten minutes, and its failed attempts remain counted.
 * @returns the salt of the code that is valid now
 */
async function save(
  db: Database,
  { purpose, email, browser, salt, storedHash }: NewCode,
  about: Record<string, unknown> | null,
): Promise<string> {
  const isValid = sql`known.used_at is null and known.tries < ${codeTries}
    and known.expires_at > now() and known.about = excluded.about`
  const row = await requireRow(db, saltRow)`
    insert into member_codes as known (purpose, email, browser, salt, seal, about, expires_at)
    values (${purpose}, ${email}, ${browser}, ${salt}, ${storedHash}, ${JSON.stringify(about)}::jsonb,
            now() + ${codeLivesMs} * interval '1 ms')
    on conflict (email, purpose, browser) do update
       set salt = case when ${isValid} then known.salt else excluded.salt end,
           seal = case when ${isValid} then known.seal else excluded.seal end,
           tries = case when ${isValid} then known.tries else 0 end,
           about = excluded.about, used_at = null, created_at = now(),
           expires_at = excluded.expires_at
    returning salt`
  return row.salt
}

/**
 * Makes a code that is valid in one browser, or finds the valid code that this browser already has.
 * @param request.about data that the code is bound to, beside its purpose
 */
export async function saveCode(
  db: Database,
  { about = null, ...request }: CodeRequest & { about?: Record<string, unknown> | null },
): Promise<string> {
  const salt = createToken()
  const storedHash = hmacOf(request, codeOf(request, salt))
  return codeOf(request, await save(db, { ...request, salt, storedHash }, about))
}

/** Makes a link to sign in with, or finds the valid one. @returns its token */
export async function saveSignInLink(db: Database, email: string): Promise<string> {
  const salt = createToken()
  const storedHash = hashToken(linkTokenOf(email, salt))
  const row = { purpose: signInLinkPurpose, email, browser: '', salt, storedHash }
  return linkTokenOf(email, await save(db, row, null))
}

const emailRow = z.object({ email: z.string() })

/** The address that a valid link was mailed to; null if the link was used, or has expired. */
export const findSignInLinkRow = (db: Database, token: string) =>
  findRow(db, emailRow)`
    select email from member_codes
     where seal = ${hashToken(token)} and purpose = ${signInLinkPurpose} and used_at is null
       and expires_at > now()`

/** How long ago the valid link of an address was mailed, in ms; null if none is valid. */
export const findSignInLinkAge = (db: Database, email: string): Promise<number | null> =>
  findRow(db, column(z.number()))`
    select extract(epoch from now() - created_at)::float8 * 1000 from member_codes
     where email = ${email} and purpose = ${signInLinkPurpose} and used_at is null
       and expires_at > now()`

/** Uses a link up. @returns the address, like `findSignInLinkRow`; only one of several concurrent requests gets it */
export const spendSignInLink = (db: Database, token: string) =>
  findRow(db, emailRow)`
    update member_codes set used_at = now()
     where seal = ${hashToken(token)} and purpose = ${signInLinkPurpose} and used_at is null
       and expires_at > now()
    returning email`

/** Whether the browser has a valid code for the purpose and address. */
export const hasValidCode = (db: Database, request: CodeRequest): Promise<boolean> =>
  hasRow(db)`
    select from member_codes
     where email = ${request.email} and purpose = ${request.purpose}
       and browser = ${request.browser} and used_at is null and tries < ${codeTries}
       and expires_at > now()`

/** The address of the newest valid sign-in code that a browser requested; null if it has none. */
export const findLatestAddress = async (db: Database, browser: string): Promise<string | null> => {
  const row = await findRow(db, emailRow)`
    select email from member_codes
     where browser = ${browser} and purpose = 'sign_in' and used_at is null
       and tries < ${codeTries} and expires_at > now()
     order by created_at desc, id desc limit 1`
  return row?.email ?? null
}

const triedRow = z.object({ id: z.number(), isRight: z.boolean() })

/**
 * Counts an attempt and compares the code in one statement, so that only one of several concurrent attempts
 * succeeds. After five failed attempts the code is invalid. A right code with different `about` data counts as
 * an attempt but stays valid.
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

/** Deletes all codes that were sent to any of these addresses. */
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
