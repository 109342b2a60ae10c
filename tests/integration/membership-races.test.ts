import { randomBytes } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Executor, sql } from '../../cms/database/sql.ts'
import type { Hold } from '../../cms/database/transaction.ts'
import { keepPasskey, type NewPasskey } from '../../cms/members/passkeys/keep.ts'
import { keepChallenge, takeChallenge } from '../../cms/members/queries/challenges.ts'
import { makeCode, tryCode } from '../../cms/members/queries/codes.ts'
import { makeDatabase } from '../support/database.ts'
import { secret } from '../support/server.ts'

process.env.SECRET = secret

let pool: pg.Pool
let db: Executor

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await makeDatabase('empty'), max: 20 })
  db = drizzle(pool) as unknown as Executor
})
afterAll(() => pool?.end())

const within = <T>(
  work: (own: Executor) => Promise<T>,
  isolationLevel: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> =>
  drizzle(pool).transaction((own) => work(own as unknown as Executor), { isolationLevel })
/** Lets nobody go on before `count` have come. */
function gate(count: number): () => Promise<void> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let come = 0
  return () => {
    if (++come === count) open()
    return opened
  }
}
const many = 20
const right = <T>(answers: (T | null)[]) => answers.filter((answer) => answer !== null).length

describe('a code that is tried many times at once', () => {
  const browser = 'a browser'
  const asked = (email: string) => ({ purpose: 'sign_in', email, browser, lane: 'all' }) as const

  test('is right once', async () => {
    const email = 'once@venue.example'
    const code = await makeCode(db, asked(email))
    const answers = await Promise.all(
      Array.from({ length: many }, () => tryCode(db, { ...asked(email), code })),
    )
    expect(right(answers)).toBe(1)
  })

  test('would be right more than once if it were read before it is used: this race can be lost', async () => {
    const email = 'often@venue.example'
    await makeCode(db, asked(email))
    const all = gate(many)
    const answers = await Promise.all(
      Array.from({ length: many }, () =>
        within(async (own) => {
          const { rows } = await own.execute(
            sql`select id from member_codes where email = ${email} and used_at is null`,
          )
          await all()
          const [found] = rows
          if (!found) return null
          await own.execute(sql`update member_codes set used_at = now() where id = ${found.id}`)
          return found
        }),
      ),
    )
    expect(right(answers)).toBe(many)
  })
})

describe('a challenge that is answered many times at once', () => {
  const asked = {
    ceremony: 'authenticate',
    browser: 'a browser',
    handle: null,
    member: null,
    own: null,
    owner: null,
  } as const
  const made = async () => {
    const challenge = randomBytes(32).toString('base64url')
    await keepChallenge(db, challenge, asked)
    return challenge
  }

  test('is taken once', async () => {
    const challenge = await made()
    const answers = await Promise.all(
      Array.from({ length: many }, () => takeChallenge(db, challenge, asked)),
    )
    expect(right(answers)).toBe(1)
  })

  test('would be taken more than once if it were read before it is dropped: this race can be lost', async () => {
    await db.execute(sql`delete from passkey_challenges`)
    await made()
    const all = gate(many)
    const answers = await Promise.all(
      Array.from({ length: many }, () =>
        within(async (own) => {
          const { rows } = await own.execute(sql`select challenge from passkey_challenges`)
          await all()
          await own.execute(sql`delete from passkey_challenges`)
          return rows[0] ?? null
        }),
      ),
    )
    expect(right(answers)).toBe(many)
  })
})

describe('two passkeys that would both be the tenth', () => {
  const keyOf = (): NewPasskey => ({
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
  async function race(name: string, hold?: Hold): Promise<number> {
    const { rows } = await db.execute(
      sql`insert into members (email) values (${`${name}@venue.example`}) returning id`,
    )
    const member = Number(rows[0]?.id)
    const keep = (own: Executor, holdOf = hold) => {
      const handle = randomBytes(32).toString('base64url')
      const nobodys = { own: null, owner: null }
      const begun = { ceremony: 'register', browser: 'a', handle, member, ...nobodys } as const
      return keepPasskey(own, { name: handle, begun, made: keyOf(), session: null }, holdOf)
    }
    for (let i = 0; i < 9; i++) await within((own) => keep(own))
    const both = hold && gate(2)
    const held: Hold | undefined = hold && ((own, names) => hold(own, names).then(both))
    // Without the lock neither sees what the other does, however fast it is.
    const level = hold ? 'repeatable read' : 'read committed'
    await Promise.allSettled([1, 2].map(() => within((own) => keep(own, held), level)))
    const { rows: counted } = await db.execute(sql`
      select count(*)::int as n from passkeys as p join passkey_handles as h on h.id = p.handle
       where h.member = ${member}`)
    return Number(counted[0]?.n)
  }

  test('are one', async () => {
    expect(await race('ten')).toBe(10)
  })

  test('would be two if the one did not wait for the other: this race can be lost', async () => {
    expect(await race('eleven', async () => {})).toBe(11)
  })
})
