import { randomInt } from 'node:crypto'
import { hmac } from '../../crypto/hmac.ts'
import { type Executor, sql } from '../../database/sql.ts'
import { codeLength, codeLivesMs, codeTries } from '../rules.ts'

/** What a code is asked for. One for one purpose opens nothing else. */
export type Purpose = 'sign_in' | 'link' | 'old_address' | 'new_address'

/** Whose code it is: only with all three alike it is found again. */
type Asked = {
  purpose: Purpose
  /** The address it is mailed to. */
  email: string
  /** Fingerprint of the browser that asks. */
  browser: string
}

const sealed = ({ purpose, email, browser }: Asked, code: string) =>
  hmac('code', purpose, email, browser, code)

/**
 * Makes a code. The one before it, of this browser or this lane of the address, is worth nothing from
 * now on.
 * @param lane see `trust.ts`
 * @param about what the code is asked for, beside its purpose
 * @returns the code, which is kept nowhere
 */
export async function makeCode(
  db: Executor,
  asked: Asked & { lane: string; about?: Record<string, unknown> },
): Promise<string> {
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
  const { purpose, email, browser, lane } = asked
  await db.execute(sql`
    delete from member_codes
     where email = ${email} and purpose = ${purpose} and (lane = ${lane} or browser = ${browser})`)
  await db.execute(sql`
    insert into member_codes (purpose, email, lane, browser, seal, about, expires_at)
    values (${purpose}, ${email}, ${lane}, ${browser}, ${sealed(asked, code)},
            ${JSON.stringify(asked.about ?? null)}::jsonb,
            now() + ${codeLivesMs} * interval '1 ms')`)
  return code
}

/**
 * Tries a code. Counted and compared in one statement: of many at the same moment one is right, and
 * none is looked at after the fifth that was wrong. One that was asked about something else is not used
 * up by it.
 * @param asked.about what it must have been asked about
 * @returns its id; null where it is wrong, too old, used, or another browser's
 */
export async function tryCode(
  db: Executor,
  asked: Asked & { code: string; about?: Record<string, unknown> },
): Promise<number | null> {
  const seal = sealed(asked, asked.code)
  const about = JSON.stringify(asked.about ?? {})
  const { rows: found } = await db.execute(sql`
    update member_codes
       set tries = tries + 1,
           used_at = case when seal = ${seal} and (${about}::jsonb = '{}' or about @> ${about}::jsonb)
                      then now() end
     where email = ${asked.email} and purpose = ${asked.purpose} and browser = ${asked.browser}
       and used_at is null and tries < ${codeTries} and expires_at > now()
    returning id, used_at is not null as "isRight"`)
  const right = found.find(({ isRight }) => isRight)
  return right ? Number(right.id) : null
}

/**
 * Tries two codes that only count together. One that is right beside one that is wrong has been tried
 * once, and can be tried again.
 * @param about what both must have been asked about
 */
export async function tryBoth(
  db: Executor,
  one: Asked & { code: string },
  other: Asked & { code: string },
  about: Record<string, unknown>,
): Promise<boolean> {
  const tried = [await tryCode(db, { ...one, about }), await tryCode(db, { ...other, about })]
  if (tried.every((each) => each !== null)) return true
  for (const id of tried) {
    if (id !== null) await db.execute(sql`update member_codes set used_at = null where id = ${id}`)
  }
  return false
}

/** Throws away all codes to an address. */
export async function dropCodesTo(db: Executor, email: string): Promise<void> {
  await db.execute(sql`delete from member_codes where email = ${email}`)
}

/** Throws away what is worth nothing any more. */
export async function dropOldCodes(db: Executor): Promise<void> {
  await db.execute(sql`delete from member_codes where expires_at < now() - interval '1 hour'`)
}
