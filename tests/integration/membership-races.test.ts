import { randomBytes } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { savePasskey } from '../../cms/features/members/passkeys/save-passkey.ts'
import { saveChallenge, takeChallenge } from '../../cms/features/members/queries/challenges.ts'
import { saveCode, tryCode } from '../../cms/features/members/queries/codes.ts'
import { createHandle, insertHandle } from '../../cms/features/members/queries/passkey-handles.ts'
import {
  hasFreshAssertion,
  savePasskeyProof,
  spendPasskeyProofs,
} from '../../cms/features/members/queries/proofs.ts'
import { type Database, sql } from '../../cms/platform/database/query.ts'
import type { RegisteredPasskey } from '../../cms/platform/webauthn/verify-registration.ts'
import { createBarrier } from '../support/barrier.ts'
import { makeDatabase } from '../support/database.ts'
import { secret } from '../support/server.ts'

process.env.SECRET = secret

// If `replacement` is set, it runs instead of the locks. A test sets it to show that the race occurs without them.
const lock = vi.hoisted(() => ({ replacement: null as null | ((db: Database) => Promise<void>) }))
vi.mock('../../cms/platform/database/advisory-locks.ts', async (original) => {
  const actual = await original<typeof import('../../cms/platform/database/advisory-locks.ts')>()
  const lockNames: typeof actual.lockNames = (tx, names) =>
    lock.replacement ? lock.replacement(tx) : actual.lockNames(tx, names)
  return { ...actual, lockNames }
})
vi.mock('../../cms/features/members/queries/members.ts', async (original) => {
  const actual = await original<typeof import('../../cms/features/members/queries/members.ts')>()
  const lockMembers: typeof actual.lockMembers = async (tx, ids) =>
    lock.replacement !== null || actual.lockMembers(tx, ids)
  return { ...actual, lockMembers }
})

let pool: pg.Pool
let db: Database

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await makeDatabase('empty'), max: 20 })
  db = drizzle(pool) as unknown as Database
})
afterAll(() => pool?.end())

const within = <T>(
  work: (tx: Database) => Promise<T>,
  isolationLevel: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> =>
  drizzle(pool).transaction((tx) => work(tx as unknown as Database), { isolationLevel })
const many = 20
const countAccepted = <T>(answers: (T | null)[]) =>
  answers.filter((answer) => answer !== null).length

describe('a code that is tried many times concurrently', () => {
  const browser = 'a browser'
  const requestOf = (email: string) => ({ purpose: 'sign_in', email, browser }) as const
  const save = (email: string) => saveCode(db, requestOf(email))

  test('is accepted once', async () => {
    const email = 'once@venue.example'
    const code = await save(email)
    const answers = await Promise.all(
      Array.from({ length: many }, () => tryCode(db, { ...requestOf(email), code })),
    )
    expect(countAccepted(answers)).toBe(1)
  })

  test('is accepted more than once without the atomic update (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const email = 'often@venue.example'
    await save(email)
    const all = createBarrier(many)
    const answers = await Promise.all(
      Array.from({ length: many }, () =>
        within(async (tx) => {
          const { rows } = await tx.execute(
            sql`select id from member_codes where email = ${email} and used_at is null`,
          )
          await all()
          const [found] = rows
          if (!found) return null
          await tx.execute(sql`update member_codes set used_at = now() where id = ${found.id}`)
          return found
        }),
      ),
    )
    expect(countAccepted(answers)).toBe(many)
  })
})

describe('a challenge that is answered many times concurrently', () => {
  const context = {
    ceremony: 'authenticate',
    browser: 'a browser',
    handle: null,
    member: null,
    handleId: null,
    handleMember: null,
  } as const
  const makeChallenge = async () => {
    const challenge = randomBytes(32).toString('base64url')
    await saveChallenge(db, challenge, context)
    return challenge
  }

  test('is accepted once', async () => {
    const challenge = await makeChallenge()
    const answers = await Promise.all(
      Array.from({ length: many }, () => takeChallenge(db, challenge, context)),
    )
    expect(countAccepted(answers)).toBe(1)
  })

  test('is accepted more than once without the atomic delete (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    await db.execute(sql`delete from passkey_challenges`)
    await makeChallenge()
    const all = createBarrier(many)
    const answers = await Promise.all(
      Array.from({ length: many }, () =>
        within(async (tx) => {
          const { rows } = await tx.execute(sql`select challenge from passkey_challenges`)
          await all()
          await tx.execute(sql`delete from passkey_challenges`)
          return rows[0] ?? null
        }),
      ),
    )
    expect(countAccepted(answers)).toBe(many)
  })
})

describe('an assertion with which many concurrent requests open sessions', () => {
  const browser = 'a browser'
  const makeProof = async () => {
    const { id } = await insertHandle(db, createHandle())
    await savePasskeyProof(db, { browser, handle: id, ceremony: 'authenticate' })
    return id
  }

  test('is accepted once', async () => {
    const handle = await makeProof()
    const answers = await Promise.all(
      Array.from({ length: many }, () => spendPasskeyProofs(db, browser, handle)),
    )
    expect(countAccepted(answers)).toBe(1)
  })

  test('is accepted more than once unless it is spent atomically (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const handle = await makeProof()
    const all = createBarrier(many)
    const answers = await Promise.all(
      Array.from({ length: many }, () =>
        within(async (tx) => {
          const isFresh = await hasFreshAssertion(tx, browser, handle)
          await all()
          await spendPasskeyProofs(tx, browser, handle)
          return isFresh || null
        }),
      ),
    )
    expect(countAccepted(answers)).toBe(many)
  })
})

describe('two concurrent registrations of a tenth passkey', () => {
  const createPasskey = (): RegisteredPasskey => ({
    fmt: 'none',
    aaguid: '00000000-0000-0000-0000-000000000000',
    credential: {
      id: randomBytes(32).toString('base64url'),
      publicKey: new Uint8Array(8),
      counter: 0,
    },
    credentialType: 'public-key',
    attestationObject: new Uint8Array(8),
    userVerified: true,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    origin: 'https://venue.example',
  })
  /** @returns how many passkeys the member has afterwards */
  async function race(name: string, { isLocked }: { isLocked: boolean }): Promise<number> {
    const { rows } = await db.execute(
      sql`insert into members (email) values (${`${name}@venue.example`}) returning id`,
    )
    const member = Number(rows[0]?.id)
    const save = (tx: Database) => {
      const handle = randomBytes(32).toString('base64url')
      const unlinked = { handleId: null, handleMember: null }
      const context = { ceremony: 'register', browser: 'a', handle, member, ...unlinked } as const
      return savePasskey(tx, {
        userHandle: handle,
        context,
        passkey: createPasskey(),
        session: null,
      })
    }
    for (let i = 0; i < 9; i++) await within(save)
    const both = createBarrier(2)
    // The first statement takes the snapshot, so neither transaction sees the other's changes.
    const takeSnapshot = async (tx: Database) => {
      await tx.execute(sql`select 1`)
      await both()
    }
    lock.replacement = isLocked ? null : takeSnapshot
    const level = isLocked ? 'read committed' : 'repeatable read'
    await Promise.allSettled([1, 2].map(() => within(save, level)))
    lock.replacement = null
    const { rows: counted } = await db.execute(sql`
      select count(*)::int as n from passkeys as p join passkey_handles as h on h.id = p.handle
       where h.member = ${member}`)
    return Number(counted[0]?.n)
  }

  test('add one passkey', async () => {
    expect(await race('ten', { isLocked: true })).toBe(10)
  })

  test('add two passkeys without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    expect(await race('eleven', { isLocked: false })).toBe(11)
  })
})
