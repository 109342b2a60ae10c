import { createLocalReq, type Payload } from 'payload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endQuotes } from '../../cms/features/enquiries/expire.ts'
import { storeFile } from '../../cms/features/enquiries/files/store.ts'
import { acceptQuote } from '../../cms/features/enquiries/guest/answers.ts'
import { eraseOwned } from '../../cms/features/enquiries/personal-data.ts'
import {
  type Enquiry,
  findEnquiry,
  insertEnquiry,
} from '../../cms/features/enquiries/queries/enquiries.ts'
import { isSpaceHeld } from '../../cms/features/enquiries/queries/holds.ts'
import {
  erasePersonal,
  exportEnquiries,
  listForgettable,
} from '../../cms/features/enquiries/queries/personal-data.ts'
import { findStandingQuote } from '../../cms/features/enquiries/queries/quotes.ts'
import { sendQuote } from '../../cms/features/enquiries/staff/actions.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { databaseOf } from '../../cms/platform/database/query.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { insertStaff } from '../support/staff.ts'
import { venueDayOf } from '../support/venue-days.ts'

let payload: Payload
let url: string
let staff: { id: number }
beforeAll(async () => {
  url = await makeDatabase('demo')
  payload = await startPayload(url)
  const [id = 0] = await insertStaff(url, [
    { name: 'Pat', role: 'publisher', email: 'pat@venue.example' },
  ])
  staff = { id }
})
afterAll(() => stopPayload(payload))

const query = <T extends object>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<T>(text, values))
const newRequest = () => createLocalReq({}, payload)
const today = venueDayOf(new Date())
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<<>>\n%%EOF\n')
let serial = 0

/** An enquiry with a quote that holds a day. */
async function quoted({
  member = null,
  deposit = 0,
}: {
  member?: number | null
  deposit?: number
} = {}) {
  const number = ++serial
  const day = addDays(today, 600 + 3 * number)
  const email = `jo-${number}@guests.example`
  const made = (await insertEnquiry(databaseOf(payload), {
    ...{ key: newFormKey(), kind: 'Film & Cinema', days: [day], dayPart: 'Evening', people: 20 },
    ...{ budgetCents: null, words: 'A film', name: 'Jo', email, phone: null, member, dueOn: today },
    confirmedAt: new Date(),
  })) as Enquiry
  await sendQuote(await newRequest(), staff, {
    ...{ id: made.id, version: made.version, key: newFormKey(), area: 'Event Spaces', day },
    ...{ from: '14:00', until: '20:00', deposit, valid_until: addDays(today, 5), words: '' },
    ...{ lines: [{ text: 'Hall', quantity: 1, cents: 500_00, vat_percent: 20 }], holds: true },
  })
  const quote = await findStandingQuote(databaseOf(payload), made.id)
  return { id: made.id, email, day, quote: quote?.id ?? 0, from: quote?.startsAt ?? new Date() }
}
const find = (id: number) => findEnquiry(databaseOf(payload), id)
const isHeld = (from: Date) =>
  isSpaceHeld(databaseOf(payload), {
    ...{ areas: ['Event Spaces'], from, to: new Date(from.getTime() + 60_000) },
  })
const mailsTo = async (email: string) =>
  (
    await query<{ kind: string }>('select kind from mails where to_address = $1 order by id', [
      email,
    ])
  ).map(({ kind }) => kind)

test.each([
  ['accepted', 0],
  ['paid', 100_00],
])(
  'a quote that nobody %s in time ends once: the date is free, the guest is told, staff have to look',
  async (_, deposit) => {
    const { id, email, quote, from } = await quoted({ deposit })
    if (deposit) {
      await acceptQuote(await newRequest(), id, quote)
      await query(
        "update enquiry_holds set held_until = now() - interval '1 second' where enquiry = $1",
        [id],
      )
    } else {
      await query(
        "update enquiry_quotes set valid_until = now() - interval '1 second' where enquiry = $1",
        [id],
      )
      await query(
        "update enquiry_holds set held_until = now() - interval '1 second' where enquiry = $1",
        [id],
      )
    }
    expect(await isHeld(from)).toBe(false)
    await Promise.all([endQuotes(payload), endQuotes(payload)])
    await endQuotes(payload)
    expect(await find(id)).toMatchObject({ status: 'answered', dueOn: today, closure: null })
    expect((await mailsTo(email)).filter((kind) => kind === 'enquiry_ended')).toHaveLength(1)
  },
)

test('a quote that is valid is not ended', async () => {
  const { id, from } = await quoted()
  await endQuotes(payload)
  expect([(await find(id))?.status, await isHeld(from)]).toEqual(['quoted', true])
})

test('a member’s enquiries are exported with their files, and erased; their dates are free again', async () => {
  const { id, email, from } = await quoted()
  await storeFile(await newRequest(), id, { name: 'plan.pdf', bytes: pdf })
  const owner = { id: 2_000_000_000, email }
  const data = await exportEnquiries(databaseOf(payload), owner)
  expect(data.enquiries).toMatchObject([{ name: 'Jo', words: 'A film', email }])
  expect(data.enquiry_files).toMatchObject([{ name: 'plan.pdf', base64: pdf.toString('base64') }])
  expect(data.enquiry_quotes).toMatchObject([{ totalCents: 500_00 }])
  const req = await newRequest()
  await inTransaction(req, (db) => eraseOwned(db, owner, req))
  expect(await exportEnquiries(databaseOf(payload), owner)).toMatchObject({ enquiries: [] })
  expect(await find(id)).toMatchObject({ status: 'lost', name: '', email: '', words: '' })
  expect(await query('select id from enquiry_files where enquiry = $1', [id])).toEqual([])
  expect(await isHeld(from)).toBe(false)
})

test('whose enquiry it was is forgotten a year after it was over, not before', async () => {
  const [young, old, won] = [await quoted(), await quoted(), await quoted()]
  const close = (id: number, days: number) =>
    query(
      `update enquiries set status = 'lost', lost_reason = 'price', closed_at = now() - $2::int * interval '1 day'
        where id = $1`,
      [id, days],
    )
  await close(young.id, 364)
  await close(old.id, 366)
  await acceptQuote(await newRequest(), won.id, won.quote)
  // It was won long ago, and its event is still to come.
  await query("update enquiries set closed_at = now() - interval '500 days' where id = $1", [
    won.id,
  ])
  const req = await newRequest()
  const ids = await inTransaction(req, async (db) => {
    const found = await listForgettable(db)
    await erasePersonal(db, found)
    return found
  })
  expect(ids).toContain(old.id)
  expect(ids).not.toContain(young.id)
  expect(ids).not.toContain(won.id)
  expect(await find(old.id)).toMatchObject({ name: '', email: '', kind: 'Film & Cinema' })
})
