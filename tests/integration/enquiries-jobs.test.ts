import { createLocalReq, type Payload } from 'payload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldOnCalendar } from '../../cms/features/enquiries/calendar.ts'
import { endQuotes, settleOver } from '../../cms/features/enquiries/expire.ts'
import { storeFile } from '../../cms/features/enquiries/files/store.ts'
import { acceptQuote } from '../../cms/features/enquiries/guest/answers.ts'
import { eraseOwned } from '../../cms/features/enquiries/personal-data.ts'
import {
  countDue,
  countEnquiries,
  type Enquiry,
  findEnquiry,
  insertEnquiry,
  listEnquiries,
} from '../../cms/features/enquiries/queries/enquiries.ts'
import { isSpaceHeld } from '../../cms/features/enquiries/queries/holds.ts'
import {
  deleteUnconfirmed,
  erasePersonal,
  exportEnquiries,
  listForgettable,
} from '../../cms/features/enquiries/queries/personal-data.ts'
import { findStandingQuote } from '../../cms/features/enquiries/queries/quotes.ts'
import { addNote, changeEnquiry, sendQuote } from '../../cms/features/enquiries/staff/actions.ts'
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

/** An enquiry whose address nobody confirmed. */
const unconfirmed = async (given: { name?: string; dueOn?: string } = {}) =>
  (await insertEnquiry(databaseOf(payload), {
    ...{ key: newFormKey(), kind: 'Film & Cinema', days: [today], dayPart: 'Evening', people: 20 },
    ...{ budgetCents: null, words: 'A film', name: 'Junk', phone: null, member: null },
    ...{ email: `junk-${++serial}@guests.example`, confirmedAt: null, dueOn: today },
    ...given,
  })) as Enquiry

test('those that nobody confirmed are deleted after a month, if staff did nothing', async () => {
  const [young, old, noted, owned] = [
    await unconfirmed(),
    await unconfirmed(),
    await unconfirmed(),
    await unconfirmed(),
  ]
  const ids = [young.id, old.id, noted.id, owned.id]
  await query(
    "update enquiries set created_at = now() - interval '31 days' where id = any($1) and id <> $2",
    [ids, young.id],
  )
  await addNote(await newRequest(), staff, { id: noted.id, key: newFormKey(), text: 'Rang them' })
  await changeEnquiry(await newRequest(), { id: owned.id, version: 1, owner: staff.id })
  await deleteUnconfirmed(databaseOf(payload))
  const left = await query<{ id: number }>('select id from enquiries where id = any($1)', [ids])
  expect(left.map(({ id }) => id).sort()).toEqual([young.id, noted.id, owned.id].sort())
})

test('the overview has the confirmed ones first, pages, a search, and won dates until they are over', async () => {
  const db = databaseOf(payload)
  const name = `Zebulon ${newFormKey()}`
  const junk = await unconfirmed({ name, dueOn: '2020-01-01' })
  const { id, quote, email } = await quoted()
  await query('update enquiries set name = $2 where id = $1', [id, name])
  await acceptQuote(await newRequest(), id, quote)
  await query("update enquiries set closed_at = now() - interval '90 days' where id = $1", [id])
  const found = (given: Partial<Parameters<typeof listEnquiries>[1]> = {}) =>
    listEnquiries(db, { closedDays: 30, search: name.toUpperCase(), ...given })
  const idsOf = async (rows: Promise<Enquiry[]>) => (await rows).map((each) => each.id)
  expect(await idsOf(found())).toEqual([id, junk.id])
  expect(await idsOf(found({ skip: 1, limit: 1 }))).toEqual([junk.id])
  expect(await countEnquiries(db, { closedDays: 30, search: name })).toBe(2)
  expect(await idsOf(found({ search: email }))).toEqual([id])
  expect(await idsOf(found({ search: String(id), status: 'won' }))).toEqual([id])
  expect(await idsOf(found({ search: '%' }))).toEqual([])
  expect(await idsOf(found({ dueBefore: today }))).toEqual([junk.id])
  await query(
    "update enquiry_holds set during = tstzrange(now() - interval '2 days', now() - interval '1 day') where enquiry = $1",
    [id],
  )
  expect(await idsOf(found())).toEqual([junk.id])
})

test('the start page counts what is late, what is due today, and apart what nobody confirmed', async () => {
  const before = await countDue(databaseOf(payload), today)
  const { id } = await quoted()
  await query('update enquiries set due_on = $2 where id = $1', [id, today])
  await unconfirmed({ dueOn: '2020-01-01' })
  expect(await countDue(databaseOf(payload), today)).toEqual({
    ...before,
    today: before.today + 1,
    unconfirmed: before.unconfirmed + 1,
  })
  await query("update enquiries set due_on = '2020-01-01' where id = $1", [id])
  expect((await countDue(databaseOf(payload), today)).overdue).toBe(before.overdue + 1)
})

test('a hold over several days is on each day of the calendar', async () => {
  const { id, day } = await quoted()
  await query(
    `update enquiry_holds set during = tstzrange(lower(during), lower(during) + interval '50 hours')
      where enquiry = $1`,
    [id],
  )
  const entries = await heldOnCalendar(payload, { from: addDays(day, 1), until: addDays(day, 9) })
  const own = entries.filter(({ href }) => href.endsWith(`/${id}`))
  expect(own.map((each) => each.day)).toEqual([addDays(day, 1), addDays(day, 2)])
})

test('the deposit of an event that is over is settled once, whatever fails for others', async () => {
  const [broken, won] = [await quoted(), await quoted()]
  for (const { id, quote } of [broken, won]) {
    await acceptQuote(await newRequest(), id, quote)
    await query(
      `update enquiry_holds set during = tstzrange(now() - $2::int * interval '2 days', now() - $2::int * interval '2 days' + interval '1 day')
        where enquiry = $1`,
      [id, id - broken.id + 2],
    )
  }
  const holds = () =>
    query<{ id: number }>(
      'select enquiry as id from enquiry_holds where enquiry = any($1) and active',
      [[broken.id, won.id]],
    )
  await query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  )
  await query(
    `create trigger refuse before update on enquiry_holds for each row when (old.enquiry = ${broken.id}) execute function refuse()`,
  )
  await settleOver(payload)
  expect((await holds()).map(({ id }) => id)).toEqual([broken.id])
  await query('drop trigger refuse on enquiry_holds')
  await settleOver(payload)
  expect(await holds()).toEqual([])
})
