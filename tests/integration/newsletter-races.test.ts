import { createLocalReq, type Payload } from 'payload'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findAddressRecords } from '../../cms/features/newsletter/imports/address-records.ts'
import {
  deleteSubscribers,
  eraseSubscriber,
} from '../../cms/features/newsletter/staff/changes-by-staff.ts'
import { lockAddresses } from '../../cms/features/newsletter/subscribing/address-lock.ts'
import { sendLeaveLink } from '../../cms/features/newsletter/subscribing/leaving.ts'
import { confirmSubscription } from '../../cms/features/newsletter/subscribing/sign-up.ts'
import {
  createConfirmToken,
  hashConfirmToken,
} from '../../cms/features/newsletter/subscribing/tokens.ts'
import { dropCachedReads } from '../../cms/platform/database/cached-read.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { startPayload, stopPayload } from '../support/payload.ts'

type Lock = typeof lockAddresses
const locking = vi.hoisted(() => ({ isOn: true }))
vi.mock('../../cms/features/newsletter/subscribing/address-lock.ts', async (importActual) => {
  const actual =
    await importActual<typeof import('../../cms/features/newsletter/subscribing/address-lock.ts')>()
  const lock: Lock = async (...args) => {
    if (locking.isOn) await actual.lockAddresses(...args)
  }
  return { lockAddresses: lock }
})

let url: string
let payload: Payload

beforeAll(async () => {
  url = await makeDatabase('demo')
  payload = await startPayload(url)
})
afterAll(() => stopPayload(payload))

const admin = {
  name: 'Ada',
  email: 'ada@venue.example',
  password: 'a long enough password',
  role: 'admin' as const,
}
const request = () => createLocalReq({}, payload)

/** Confirms an address while staff delete its subscriber. @returns the errors */
async function confirmAndErase(email: string, isLocked = true): Promise<string[]> {
  locking.isOn = isLocked
  const token = createConfirmToken()
  const id = await onDatabase(url, async (query) => {
    const [made] = await query<{ id: number }>(
      `insert into subscribers (email, state, source) values ($1, 'pending', 'form') returning id`,
      [email],
    )
    const wanted = { name: 'Ada', phone: null, birthday: null, interests: null, how: 'form' }
    await query(
      `insert into subscription_requests (token_hash, email, subscriber, wanted, expires_at)
       values ($1, $2, $3, $4, now() + interval '1 day')`,
      [
        hashConfirmToken(token),
        email,
        made?.id,
        JSON.stringify({ ...wanted, wording: '', version: '' }),
      ],
    )
    return made?.id ?? 0
  })
  const [one, other] = [await request(), await request()]
  const done = await Promise.allSettled([
    confirmSubscription(one, token),
    inTransaction(other, () => eraseSubscriber(other, id)),
  ])
  return done.flatMap((each) =>
    each.status === 'rejected' ? [String(each.reason.cause?.message ?? each.reason)] : [],
  )
}

describe('a confirmation during the deletion of its subscriber', () => {
  test('succeeds or finds the subscriber deleted, without an error', async () => {
    for (let round = 0; round < 40; round++) {
      expect(await confirmAndErase(`locked${round}@venue.example`)).toEqual([])
    }
  })

  test('deadlocks without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const problems: string[] = []
    for (let round = 0; round < 200 && !problems.length; round++) {
      problems.push(...(await confirmAndErase(`unlocked${round}@venue.example`, false)))
    }
    expect(problems.join()).toMatch(/deadlock/)
  })
})

describe('many subscribers who are deleted while an import writes their addresses', () => {
  let round = 0

  /** @returns the errors of PostgreSQL, and how many subscribers remain */
  async function deleteAndImport(deleteAll: (ids: number[]) => Promise<unknown>) {
    locking.isOn = true
    const emails = Array.from({ length: 12 }, (_, n) => `many${n}-${round}@venue.example`)
    round++
    const ids = await onDatabase(url, (query) =>
      query<{ id: number }>(
        `insert into subscribers (email, state) select unnest($1::text[]), 'active' returning id`,
        [emails],
      ),
    )
    const importing = await request()
    const done = await Promise.allSettled([
      deleteAll(ids.map(({ id }) => id)),
      // The locks that an import takes before it writes a batch of rows.
      inTransaction(importing, async (db) => {
        await lockAddresses(db, emails)
        await findAddressRecords(db, emails, { lock: true })
      }),
    ])
    const remaining = await onDatabase(url, (query) =>
      query(`select from subscribers where email = any($1::text[])`, [emails]),
    )
    const errors = done.flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason.cause?.message ?? each.reason)] : [],
    )
    return { errors, remaining: remaining.length }
  }

  test('are deleted, without an error', async () => {
    const { docs } = await payload.find({ collection: 'users', limit: 1 })
    const staff = docs[0] ?? (await payload.create({ collection: 'users', data: admin }))
    const deleteAll = async (ids: number[]) => {
      const user = { ...staff, collection: 'users' as const }
      const req = await createLocalReq({ user }, payload)
      expect(await deleteSubscribers(req, { id: { in: ids } })).toHaveLength(ids.length)
    }
    for (let each = 0; each < 5; each++) {
      expect(await deleteAndImport(deleteAll)).toEqual({ errors: [], remaining: 0 })
    }
  })

  test('deadlock if they are locked one by one (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const oneByOne = async (ids: number[]) => {
      const req = await request()
      await inTransaction(req, async () => {
        for (const id of ids.toReversed()) await eraseSubscriber(req, id)
      })
    }
    const problems: string[] = []
    for (let each = 0; each < 200 && !problems.length; each++) {
      problems.push(...(await deleteAndImport(oneByOne)).errors)
    }
    expect(problems.join()).toMatch(/deadlock/)
  })
})

test('a request for a leave link needs only one connection, so ten concurrent requests succeed', async () => {
  const emails = Array.from({ length: 10 }, (_, n) => `link${n}@venue.example`)
  await onDatabase(url, (query) =>
    query(`insert into subscribers (email, state) select unnest($1::text[]), 'active'`, [emails]),
  )
  const requests = await Promise.all(emails.map(async (email) => ({ email, req: await request() })))
  // Clears the venue's cache entry, as after a change.
  dropCachedReads()
  await Promise.all(
    requests.map(({ email, req }) => sendLeaveLink(req, { email, page: 'unsubscribe' })),
  )
  const mails = await onDatabase(url, (query) =>
    query(`select from mails where kind = 'leave_link'`),
  )
  expect(mails).toHaveLength(10)
})
