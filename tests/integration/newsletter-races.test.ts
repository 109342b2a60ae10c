import { createLocalReq, type Payload } from 'payload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropCachedReads } from '../../cms/database/cached-read.ts'
import { inTransaction } from '../../cms/database/transaction.ts'
import { confirmHash, makeConfirmToken } from '../../cms/newsletter/link.ts'
import type { holdAddresses } from '../../cms/newsletter/service.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { secret } from '../support/server.ts'

let url: string
let payload: Payload
let hold: typeof holdAddresses
let confirm: typeof import('../../cms/newsletter/service.ts').confirmSubscription
let forget: typeof import('../../cms/newsletter/staff.ts').forgetAddress
let sendLeaveLink: typeof import('../../cms/newsletter/leaving.ts').sendLeaveLink

beforeAll(async () => {
  url = await makeDatabase('demo')
  Object.assign(process.env, { DATABASE_URL: url, SECRET: secret, LOG_LEVEL: 'silent' })
  const { getPayload } = await import('payload')
  const { default: config } = await import('../../payload.config.ts')
  ;({ confirmSubscription: confirm, holdAddresses: hold } = await import(
    '../../cms/newsletter/service.ts'
  ))
  ;({ forgetAddress: forget } = await import('../../cms/newsletter/staff.ts'))
  ;({ sendLeaveLink } = await import('../../cms/newsletter/leaving.ts'))
  payload = await getPayload({ config, disableOnInit: true })
})
afterAll(() => payload?.destroy())

const request = () => createLocalReq({}, payload)

/** Somebody confirms an address in the moment in which staff delete it. @returns what went wrong */
async function confirmAndForget(email: string, held: typeof holdAddresses): Promise<string[]> {
  const token = makeConfirmToken()
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
        confirmHash(token),
        email,
        made?.id,
        JSON.stringify({ ...wanted, wording: '', version: '' }),
      ],
    )
    return made?.id ?? 0
  })
  const [one, other] = [await request(), await request()]
  const done = await Promise.allSettled([
    confirm(one, token, held),
    inTransaction(other, () => forget(other, id, held)),
  ])
  return done.flatMap((each) =>
    each.status === 'rejected' ? [String(each.reason.cause?.message ?? each.reason)] : [],
  )
}

describe('an address that is confirmed while its subscriber is deleted', () => {
  test('is one or the other, and nobody hears of a fault', async () => {
    for (let round = 0; round < 40; round++) {
      expect(await confirmAndForget(`held${round}@venue.example`, hold)).toEqual([])
    }
  })

  test('without the lock they wait for each other, so the test above can fail', async () => {
    const faults: string[] = []
    for (let round = 0; round < 200 && !faults.length; round++) {
      faults.push(...(await confirmAndForget(`unheld${round}@venue.example`, async () => {})))
    }
    expect(faults.join()).toMatch(/deadlock/)
  })
})

test('as many links to leave as there are connections, asked for at once, wait for no other one', async () => {
  const emails = Array.from({ length: 10 }, (_, n) => `link${n}@venue.example`)
  await onDatabase(url, (query) =>
    query(`insert into subscribers (email, state) select unnest($1::text[]), 'active'`, [emails]),
  )
  const asked = await Promise.all(emails.map(async (email) => ({ email, req: await request() })))
  // As when the venue has just changed: it is read anew.
  dropCachedReads()
  await Promise.all(asked.map(({ email, req }) => sendLeaveLink(req, email)))
  const mails = await onDatabase(url, (query) =>
    query(`select from mails where kind = 'leave_link'`),
  )
  expect(mails).toHaveLength(10)
})
