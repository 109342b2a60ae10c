import { drizzle } from 'drizzle-orm/node-postgres'
import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createOnce } from '../../cms/features/letters/create-once.ts'
import { findPublicLetter } from '../../cms/features/letters/public-letter.ts'
import type { LetterRow } from '../../cms/features/letters/queries/letters.ts'
import * as actions from '../../cms/features/letters/sending/actions.ts'
import * as due from '../../cms/features/letters/sending/due.ts'
import { findTotals } from '../../cms/features/letters/sending/progress.ts'
import { countReaders } from '../../cms/features/newsletter/service.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { type Claims, claimsOf } from '../../cms/platform/mail/queries/claims.ts'
import {
  cancelMailsTo,
  holdLetterMails,
  resumeLetterMails,
} from '../../cms/platform/mail/service.ts'
import { createBarrier } from '../support/barrier.ts'
import { countSuccesses } from '../support/conflicts.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { bodyOf, makeManySubscribers } from '../support/letters.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { adminEmail, password } from '../support/staff.ts'
import { whileLocked } from '../support/while-locked.ts'

type Lock = (db: Database, id: number) => Promise<LetterRow | null>
// Tests may replace both locks of letters, for example to show that a race fails without locks.
const locks = vi.hoisted(() => ({ replaced: null as Lock | null }))
vi.mock('../../cms/features/letters/queries/letters.ts', async (importActual) => {
  const actual =
    await importActual<typeof import('../../cms/features/letters/queries/letters.ts')>()
  const replaceable =
    (lock: Lock): Lock =>
    (...args) =>
      (locks.replaced ?? lock)(...args)
  return {
    ...actual,
    lockLetter: replaceable(actual.lockLetter),
    lockFreeLetter: replaceable(actual.lockFreeLetter),
  }
})

// Tests may also disable the lock that is taken when a form creates a letter.
const creations = vi.hoisted(() => ({ isLocked: true }))
vi.mock('../../cms/features/letters/queries/creations.ts', async (importActual) => {
  const actual =
    await importActual<typeof import('../../cms/features/letters/queries/creations.ts')>()
  const lockCreation: typeof actual.lockCreation = (db, key) =>
    (creations.isLocked ? actual.lockCreation : actual.findCreation)(db, key)
  return { ...actual, lockCreation }
})

let url: string
let payload: Payload
let db: Database
let pool: pg.Pool
let createRequest: () => Promise<PayloadRequest>
let actual: typeof import('../../cms/features/letters/queries/letters.ts')

beforeAll(async () => {
  url = await makeDatabase('demo')
  actual = await vi.importActual('../../cms/features/letters/queries/letters.ts')
  payload = await startPayload(url)
  pool = new pg.Pool({ connectionString: url })
  db = drizzle(pool) as unknown as Database
  const data = { name: 'Ada', email: adminEmail, password, role: 'admin' as const }
  const user = await payload.create({ collection: 'users', data })
  createRequest = () => createLocalReq({ user: { ...user, collection: 'users' } }, payload)
  await makeManySubscribers(url, 'race', 40)
})
afterAll(async () => {
  await stopPayload(payload)
  await pool?.end()
})

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))

let serial = 0
const createLetter = async (others: Record<string, unknown> = {}) => {
  const data = { subject: `Race ${++serial}`, body: bodyOf(['Hello.']), ...others }
  return payload.create({ collection: 'letters', data: data as never, req: await createRequest() })
}
const letterOf = async (id: number) => {
  const letter = await actual.findLetter(db, id)
  if (!letter) throw new Error(`There is no letter ${id}.`)
  return letter
}

/** Makes callers wait until `count` of them have reached the lock of the letter. Each then calls `lock`. */
function lockTogether(count: number, lock: Lock): void {
  const all = createBarrier(count)
  locks.replaced = async (...args) => {
    await all()
    return lock(...args)
  }
}
afterEach(() => {
  locks.replaced = null
  creations.isLocked = true
})

describe('three concurrent workers', () => {
  const race = async (lock: Lock) => {
    const { id } = await createLetter()
    await query(`update letters set state = 'scheduled', send_at = now() where id = $1`, [id])
    const letter = await letterOf(id)
    lockTogether(3, lock)
    const outcomes = await Promise.all(
      [...Array(3)].map(() => due.startOne(payload, letter).catch(() => 'failed')),
    )
    const [{ count } = { count: 0 }] = await query<{ count: number }>(
      'select count(*)::int as count from mails where letter = $1',
      [id],
    )
    expect(count).toBe(40)
    return { outcomes: outcomes.sort(), ...(await letterOf(id)) }
  }

  test('start a letter once, without errors', async () => {
    for (let round = 0; round < 10; round++) {
      const { outcomes, state } = await race(actual.lockFreeLetter)
      expect([outcomes, state]).toEqual([['passed', 'passed', 'started'], 'sending'])
    }
  })

  test('fail without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 20 && !outcomes.has('failed'); round++) {
      for (const outcome of (await race(actual.findLetter)).outcomes) outcomes.add(outcome)
    }
    expect(outcomes).toContain('failed')
  })
})

describe('two concurrent publishers', () => {
  const race = async (lock: Lock) => {
    const { id } = await createLetter()
    const sent = { id, action: 'send' as const, seen: (await letterOf(id)).updatedAt.toISOString() }
    await actions.actOnLetter(await createRequest(), sent)
    const seen = (await letterOf(id)).updatedAt.toISOString()
    lockTogether(2, lock)
    return countSuccesses(
      [...Array(2)].map(async () =>
        actions.actOnLetter(await createRequest(), { id, action: 'pause', seen }),
      ),
    )
  }

  test('cannot both pause a letter: one of them gets an error', async () => {
    for (let round = 0; round < 10; round++) expect(await race(actual.lockLetter)).toBe(1)
  })

  test('both pause a letter without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const successes = new Set<number>()
    // One publisher may read the letter only after the other publisher has paused it.
    for (let round = 0; round < 20 && !successes.has(2); round++) {
      successes.add(await race(actual.findLetter))
    }
    expect(successes).toContain(2)
  })
})

describe('a mail that is being handed over while its letter is paused', () => {
  const sendAndClaim = async (claims: Claims) => {
    await query('delete from mails')
    const { id } = await createLetter()
    const seen = (await letterOf(id)).updatedAt.toISOString()
    await actions.actOnLetter(await createRequest(), { id, action: 'send', seen })
    return { id, mails: (await claims.take(3)).mails }
  }
  const outcome = { counts: true, response: '451', error: null, messageId: null }
  const statesOf = async (ids: number[]) =>
    (
      await query<{ state: string }>(
        'select state::text as state from mails where id = any($1) order by id',
        [ids],
      )
    ).map(({ state }) => state)

  test('is sent if it is accepted, and held if it is deferred; other mails are held', async () => {
    const claims = claimsOf(db, { worker: 301, perSecond: 1000, expiring: [] })
    const { id, mails } = await sendAndClaim(claims)
    const [first, second, third] = mails as [
      (typeof mails)[0],
      (typeof mails)[0],
      (typeof mails)[0],
    ]
    expect(await claims.handOver([first, second])).toEqual(new Set([first.id, second.id]))
    await holdLetterMails(db, id)
    expect(await statesOf([first.id, second.id, third.id])).toEqual(['sending', 'sending', 'held'])
    expect(await claims.handOver([third])).toEqual(new Set())
    await claims.settle([
      { ...first, ...outcome, state: 'sent', waitMs: 0 },
      { ...second, ...outcome, state: 'deferred', waitMs: 60_000 },
      { ...third, ...outcome, state: 'queued', waitMs: 0 },
    ])
    expect(await statesOf([first.id, second.id, third.id])).toEqual(['sent', 'held', 'held'])
  })

  test('is not sent after resuming if its reader has unsubscribed', async () => {
    const claims = claimsOf(db, { worker: 302, perSecond: 1000, expiring: [] })
    const { id, mails } = await sendAndClaim(claims)
    const [first] = mails as [(typeof mails)[0]]
    await claims.handOver([first])
    await cancelMailsTo(db, Number(first.subscriber))
    await holdLetterMails(db, id)
    await resumeLetterMails(db, id)
    await claims.settle([{ ...first, ...outcome, state: 'deferred', waitMs: 60_000 }])
    expect(await statesOf([first.id])).toEqual(['cancelled'])
  })
})

test('a reader who unsubscribes while a letter starts does not get the letter', async () => {
  const { id } = await createLetter()
  const seen = (await letterOf(id)).updatedAt.toISOString()
  const req = await createRequest()
  const sent = await whileLocked(
    url,
    (other) =>
      other(`update subscribers set state = 'unsubscribed' where email = 'race1@venue.example'`),
    () => actions.actOnLetter(req, { id, action: 'send', seen }),
  )
  expect(sent.total).toBe(39)
  await query(`update subscribers set state = 'active'`)
})

test('an audience’s birthday month and joining date begin at midnight in the venue’s time zone', async () => {
  await query(`update subscribers set birthday_day = 1, birthday_month = 2,
                      joined_at = '2026-01-31T23:30:00Z' where email = 'race2@venue.example'`)
  const count = async (at: string, timeZone: string, selection: Record<string, unknown>) => {
    const all = {
      interests: [],
      ownTopics: [],
      birthdayThisMonth: false,
      joinedSince: null,
      ...selection,
    }
    return (await countReaders(db, all, { at: new Date(at), timeZone })).count
  }
  const born = { birthdayThisMonth: true }
  expect(await count('2026-01-31T23:30:00Z', 'Europe/London', born)).toBe(0)
  expect(await count('2026-01-31T23:30:00Z', 'Europe/Berlin', born)).toBe(1)
  await query(
    `update subscribers set joined_at = '2020-01-01' where email <> 'race2@venue.example'`,
  )
  const since = { joinedSince: '2026-02-01' }
  expect(await count('2026-03-01T00:00:00Z', 'Europe/London', since)).toBe(0)
  expect(await count('2026-03-01T00:00:00Z', 'Europe/Berlin', since)).toBe(1)
})

test('mails that are only kept in the mailbox screen, because there is no mail server, are not counted as delivered', async () => {
  const { id } = await createLetter()
  const seen = (await letterOf(id)).updatedAt.toISOString()
  await actions.actOnLetter(await createRequest(), { id, action: 'send', seen })
  await query(`update mails set state = 'sent' where letter = $1`, [id])
  await query(
    `update mails set handed_at = now() where id = (select min(id) from mails where letter = $1)`,
    [id],
  )
  expect((await findTotals(payload, [id])).get(id)).toEqual({ total: 40, delivered: 1 })
})

test.each([
  [true, 1, [200, 201]],
  [false, 2, [201, 201]],
])(
  'two concurrent first saves of one form (form key is locked: %s) create this many letters: %i',
  async (isLocked, count, statuses) => {
    creations.isLocked = isLocked
    const subject = `Twice ${isLocked}`
    const data = { formKey: `${count}`.repeat(24), subject, body: bodyOf(['Hello.']) }
    const send = async () => createOnce.handler(Object.assign(await createRequest(), { data }))
    // The test holds the lock of slugs. The first request looks up its form key and then waits for the lock of slugs.
    // The second request waits for the lock of the form key or, if that lock is disabled, for the lock of slugs as well.
    const slugLock = 'slugs of letters'
    const replies = await whileLocked(
      url,
      (other) => other('select pg_advisory_xact_lock(hashtextextended($1, 0))', [slugLock]),
      () => Promise.all([send(), send()]),
      2,
    )
    expect(replies.map(({ status }) => status).sort()).toEqual(statuses)
    expect(await query('select from letters where subject = $1', [subject])).toHaveLength(count)
  },
)

test('a sent letter has a page if it is public', async () => {
  const { id } = await createLetter({ subject: 'Für alle', preheader: 'Kommt!', isPublic: true })
  const privateLetter = await createLetter({ subject: 'For some' })
  for (const letter of [id, privateLetter.id]) {
    await query(
      `insert into letter_editions (letter, subject, html, text) values ($1, '', '', '')`,
      [letter],
    )
  }
  for (const state of ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled']) {
    await query(
      `update letters set started_at = now(), state = $1::enum_letters_state where id in ($2, $3)`,
      [state, id, privateLetter.id],
    )
    const found = await findPublicLetter(payload, 'fur-alle')
    if (['sending', 'paused', 'sent', 'cancelled'].includes(state)) {
      expect(found).toMatchObject({
        id,
        subject: 'Für alle',
        preheader: 'Kommt!',
        body: { root: {} },
      })
      expect(found?.sentAt).toBeInstanceOf(Date)
    } else expect(found).toBeNull()
    expect(await findPublicLetter(payload, 'for-some')).toBeNull()
  }
  expect(await findPublicLetter(payload, 'nothing')).toBeNull()
})
