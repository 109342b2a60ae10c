import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RsvpState } from '../../cms/features/events/contract.ts'
import { askForFeedback, remind } from '../../cms/features/events/notices.ts'
import { eraseEventData, exportEventData } from '../../cms/features/events/personal-data.ts'
import { findDate } from '../../cms/features/events/queries/dates.ts'
import { cancelDate, endOverDates, notifyChanged } from '../../cms/features/events/series/dates.ts'
import {
  acceptOffer,
  cancelRsvp,
  changeParty,
  checkIn,
  confirmRsvp,
  declineOffer,
  guestsOf,
  moveInQueue,
  offerPlaces,
  offerTo,
  publishedDatesOn,
  reserve,
  reserveUnconfirmed,
  rsvpByToken,
  upcomingRsvps,
} from '../../cms/features/events/service.ts'
import { closeLedgerAccount } from '../../cms/features/ledger/service.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import { changeAddress, forgetOld } from '../../cms/features/reservations/personal-data.ts'
import { expireAllDue, forEachSubject } from '../../cms/features/reservations/service.ts'
import { localMoment } from '../../cms/features/venue/hours/opening-hours.ts'
import { clientHeader } from '../../cms/platform/limits/clients.ts'
import { formatGuestTime } from '../../cms/platform/ui/format-time.ts'
import { newFormKey, openCredit, type TestCredit, wakingHours } from '../support/credit.ts'
import { addDate, findWrongPlaces } from '../support/events.ts'
import { ledgerSettings } from '../support/ledger.ts'
import { whileLocked } from '../support/while-locked.ts'

let site: TestCredit
beforeAll(async () => {
  site = await openCredit()
})
afterAll(async () => {
  expect(await findWrongPlaces(site.query)).toEqual([])
  expect(await site.differences()).toEqual([])
  await site.pool.end()
})

const reserveAs = async (date: number, party = 1, member?: SignedIn) =>
  reserve(site.request(), {
    date,
    party,
    key: newFormKey(),
    guest: { member: member ?? (await site.join()) },
  })
const reserveAsStranger = (date: number, email: string, party = 1, key = newFormKey()) =>
  reserve(site.request(), { date, party, key, guest: { name: 'Jo', email } })
const current = async ({ token }: RsvpState) => {
  const state = await rsvpByToken(site.payload, token)
  if (!state) throw new Error('There is no such reservation.')
  return state
}
const statusOf = async (state: RsvpState) => (await current(state)).status
const kindsTo = async (email: string | null) =>
  (
    await site.query<{ kind: string }>('select kind from mails where to_address = $1 order by id', [
      email,
    ])
  ).map(({ kind }) => kind.replace('event_', ''))
const memberOf = async (email: string): Promise<SignedIn> => {
  const [row] = await site.query<{ id: number }>('select id from members where email = $1', [email])
  return { id: row?.id ?? 0, email, name: null, session: '' }
}
const setDate = (id: number, set: string) =>
  site.query(`update event_dates set ${set} where id = ${id}`)
const setRsvp = ({ id }: RsvpState, set: string) =>
  site.query(`update reservations set ${set} where id = ${id}`)
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => error.reason,
  )
const by = 'organiser' as const

describe('a date accepts', () => {
  test.each([
    ['draft', { status: 'draft' }, 'not_found'],
    ['cancelled', { status: 'cancelled' }, 'date_cancelled'],
    ['postponed', { status: 'postponed' }, 'postponed'],
    ['ended', { status: 'ended' }, 'ended'],
    ['begun', { startsAt: new Date(Date.now() - 60_000) }, 'started'],
    ['secret, and its slug is not sent', { visibility: 'secret' }, 'not_found'],
  ])('no reservation if it is %s', async (_, given, expected) => {
    const date = await addDate(site.query, given)
    expect(await outcomeOf(reserveAs(date))).toBe(expected)
  })

  test('only members if it is for members', async () => {
    const date = await addDate(site.query, { visibility: 'members' })
    expect(await outcomeOf(reserveAsStranger(date, 'stranger@venue.example'))).toBe('members_only')
    expect((await reserveAs(date)).status).toBe('going')
  })

  test('parties from one person to the maximum', async () => {
    const date = await addDate(site.query, { maxParty: 4 })
    for (const party of [0, -1, 1.5, 5, 10_000]) {
      expect(await outcomeOf(reserveAs(date, party))).toBe('party_size')
    }
    expect((await reserveAs(date, 4)).party).toBe(4)
  })
})

describe('an address without an account', () => {
  test('holds places until it is confirmed; a second confirmation changes nothing', async () => {
    const date = await addDate(site.query, { capacity: 2 })
    const held = await reserveAsStranger(date, 'once@venue.example', 2)
    expect([held.status, (await reserveAs(date)).status]).toEqual(['held', 'waitlisted'])
    await confirmRsvp(site.request(), held.id)
    expect((await confirmRsvp(site.request(), held.id)).status).toBe('going')
    expect(await kindsTo('once@venue.example')).toEqual(['confirm', 'going'])
  })

  test('that is confirmed too late joins the waitlist, and is offered places when they are free', async () => {
    const date = await addDate(site.query, { capacity: 2 })
    const late = await reserveAsStranger(date, 'late@venue.example', 2)
    await setRsvp(late, 'held_until = now()')
    // The next reservation cancels the expired reservation.
    const other = await reserveAs(date, 2)
    expect([await statusOf(late), other.status]).toEqual(['cancelled', 'going'])
    expect((await confirmRsvp(site.request(), late.id)).status).toBe('waitlisted')
    await cancelRsvp(site.request(), { rsvp: other.id, by: 'guest' })
    expect(await statusOf(late)).toBe('offered')
  })

  test('is never offered places before it is confirmed', async () => {
    const date = await addDate(site.query, { capacity: 1 })
    const going = await reserveAs(date)
    const stranger = await reserveAsStranger(date, 'unconfirmed@venue.example')
    const next = await reserveAs(date)
    expect(next.queue).toEqual({ position: 1, people: 0 })
    await cancelRsvp(site.request(), { rsvp: going.id, by: 'guest' })
    expect([await statusOf(stranger), await statusOf(next)]).toEqual(['waitlisted', 'offered'])
  })

  test('that belongs to a member does not block the member’s own reservation', async () => {
    const date = await addDate(site.query, { capacity: 6 })
    const member = await site.join()
    const squatted = await reserveAsStranger(date, member.email, 6)
    expect((await reserveAs(date, 2, member)).status).toBe('going')
    expect(await statusOf(squatted)).toBe('cancelled')
  })

  test('cannot take all places: 200 addresses from one client hold only a part', async () => {
    const date = await addDate(site.query, { capacity: 50 })
    const headers = new Headers({ [clientHeader]: '203.0.113.7' })
    for (let n = 0; n < 200; n++) {
      const req = { ...site.request(), headers } as ReturnType<typeof site.request>
      const guest = { name: 'Jo', email: `flood-${n}@venue.example` }
      await reserve(req, { date, party: 2, key: newFormKey(), guest })
    }
    expect((await findDate(site.db, date))?.taken).toBe(12)
    const other = new Headers({ [clientHeader]: '198.51.100.7' })
    const req = { ...site.request(), headers: other } as ReturnType<typeof site.request>
    const guest = { name: 'Di', email: 'honest@venue.example' }
    const honest = await reserve(req, { date, party: 2, key: newFormKey(), guest })
    expect(honest.status).toBe('held')
  })

  test('cannot exceed the part of its client by concurrent forms or by confirming other addresses', async () => {
    const date = await addDate(site.query, { capacity: 100, maxParty: 8 })
    const headers = new Headers({ [clientHeader]: '203.0.113.8' })
    const request = (n: number, party = 8) => {
      const req = { ...site.request(), headers } as ReturnType<typeof site.request>
      const guest = { name: 'Jo', email: `twice-${n}@venue.example` }
      return reserve(req, { date, party, key: newFormKey(), guest })
    }
    for (let n = 0; n < 10; n++) await Promise.all([request(n), request(n)])
    expect((await findDate(site.db, date))?.taken).toBe(8)
    const late = await request(10)
    expect(late.status).toBe('waitlisted')
    expect((await confirmRsvp(site.request(), late.id)).status).toBe('going')
    expect((await request(11)).status).toBe('waitlisted')
  })

  test('gets five mails an hour at most, whoever enters it', async () => {
    const email = 'flooded@venue.example'
    const reasons = []
    for (let n = 0; n < 7; n++)
      reasons.push(await outcomeOf(reserveAsStranger(await addDate(site.query), email)))
    expect(reasons).toEqual([...Array(5).fill('accepted'), 'too_often', 'too_often'])
    expect(await kindsTo(email)).toHaveLength(5)
  })

  test('gets the same replies however often it is entered, whether it has a reservation or not', async () => {
    const client = new Headers({ [clientHeader]: '203.0.113.99' })
    const repliesTo = async (known: boolean) => {
      const [date, other] = [
        await addDate(site.query, { capacity: 40 }),
        await addDate(site.query, { capacity: 40 }),
      ]
      const { email } = await site.join()
      if (known) {
        const member = await memberOf(email)
        for (const each of [date, other]) await reserveAs(each, 2, member)
        await site.query(
          `update reservations set created_at = created_at - interval '1 day' where email = $1`,
          [email],
        )
      }
      const replies: unknown[] = []
      const request = async (of: number, address: string, party: number) => {
        const req = { ...site.request(), headers: client } as ReturnType<typeof site.request>
        const guest = { name: 'Jo', email: address }
        const reply = await reserveUnconfirmed(req, {
          date: of,
          party,
          key: newFormKey(),
          guest,
        }).catch((error) => error.reason)
        replies.push(reply)
        // As if a minute had passed, after which the same request counts again.
        await site.query(`update limits set free_at = now() where key like 'events to % about %'`)
      }
      for (let n = 0; n < 7; n++) await request(date, email, 4)
      // Mails to an address are counted over all dates. The last three requests show the rest of the client's limit.
      await request(other, email, 4)
      for (const n of [1, 2, 3]) await request(date, `${n}-${email}`, 4)
      return replies
    }
    const unknown = await repliesTo(false)
    expect(unknown).toEqual([
      ...Array(5).fill(true),
      'too_often',
      'too_often',
      'too_often',
      true,
      false,
      false,
    ])
    expect(await repliesTo(true)).toEqual(unknown)
  })

  test('that reserves a second time gets a mail that says what exists, at once', async () => {
    const date = await addDate(site.query, { capacity: 10 })
    const email = 'second@venue.example'
    const first = await reserveAsStranger(date, email, 2)
    const mails = async () =>
      (
        await site.query<{ kind: string; text: string; subject: string }>(
          'select kind, subject, text from mails where to_address = $1 order by id',
          [email],
        )
      ).map((mail) => ({ ...mail, text: mail.text.replaceAll(/\s+/g, ' ') }))
    // The form was sent twice without a script: the first mail already says everything.
    await reserveAsStranger(date, email, 2)
    expect(await kindsTo(email)).toEqual(['confirm'])
    await reserveAsStranger(date, email, 4)
    expect((await mails())[1]).toMatchObject({ kind: 'event_confirm_again' })
    expect((await mails())[1]?.text).toContain('for 2 people')
    await confirmRsvp(site.request(), first.id)
    await reserveAsStranger(date, email, 3)
    const last = (await mails()).at(-1)
    expect(last).toMatchObject({ kind: 'event_again', subject: expect.stringContaining('already') })
    expect(last?.text).toContain('for 2 people. Your places are yours.')
    expect(last?.text).toContain(`/calendar/reservation/${first.token}`)
    expect((await current(first)).party).toBe(2)
    // A request that is repeated with its key, as after a lost reply, causes no second mail.
    const key = newFormKey()
    const before = (await mails()).length
    const other = await addDate(site.query)
    for (let n = 0; n < 2; n++) await reserveAsStranger(other, 'other-second@venue.example', 1, key)
    expect([await kindsTo('other-second@venue.example'), (await mails()).length]).toEqual([
      ['confirm'],
      before,
    ])
  })

  test('that waits, or has an offer, reads so when it reserves again', async () => {
    const date = await addDate(site.query, { capacity: 1 })
    const going = await reserveAs(date)
    const email = 'waits@venue.example'
    const waiting = await reserveAsStranger(date, email)
    await confirmRsvp(site.request(), waiting.id)
    const lastText = async () => {
      const [mail] = await site.query<{ text: string }>(
        'select text from mails where to_address = $1 order by id desc',
        [email],
      )
      return mail?.text.replaceAll(/\s+/g, ' ')
    }
    const reserveLater = async () => {
      // As if a minute had passed, within which the form may have been sent twice.
      await site.query(`update limits set free_at = now() where key like 'events to % about %'`)
      await reserveAsStranger(date, email)
    }
    await reserveLater()
    expect(await lastText()).toContain('You’re number 1 on the waitlist.')
    await cancelRsvp(site.request(), { rsvp: going.id, by: 'guest' })
    await reserveLater()
    expect(await lastText()).toContain('Places are kept for you until')
  })

  test('that has places gets the calendar file with the mail, and a link to it', async () => {
    const date = await addDate(site.query, { slug: 'with-file', title: 'With a file' })
    const email = 'file@venue.example'
    await confirmRsvp(site.request(), (await reserveAsStranger(date, email)).id)
    const [mail] = await site.query<{ html: string; attachments: unknown }>(
      `select html, attachments from mails where to_address = $1 and kind = 'event_going'`,
      [email],
    )
    expect(mail?.html).toContain(`/api/event-dates/${date}/calendar?slug=with-file`)
    expect(mail?.html).not.toContain('#calendar')
    expect(mail?.attachments).toEqual([
      {
        name: 'with-file.ics',
        type: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: expect.stringMatching(/^BEGIN:VCALENDAR[\s\S]+SUMMARY:With a file/),
      },
    ])
    // A guest without places has nothing to put into the calendar.
    const [confirm] = await site.query<{ attachments: unknown }>(
      `select attachments from mails where to_address = $1 and kind = 'event_confirm'`,
      [email],
    )
    expect(confirm?.attachments).toBeNull()
  })

  test('no longer counts for its client’s part of the places after it is confirmed', async () => {
    const date = await addDate(site.query, { capacity: 8 })
    const client = new Headers({ [clientHeader]: '203.0.113.98' })
    const request = (email: string) => {
      const req = { ...site.request(), headers: client } as ReturnType<typeof site.request>
      return reserve(req, { date, party: 2, key: newFormKey(), guest: { name: 'Jo', email } })
    }
    const first = await request('share-1@venue.example')
    expect([first.status, (await request('share-2@venue.example')).status]).toEqual([
      'held',
      'waitlisted',
    ])
    await confirmRsvp(site.request(), first.id)
    expect((await request('share-3@venue.example')).status).toBe('held')
  })

  test('can be confirmed while the date is postponed, and keeps its places', async () => {
    const date = await addDate(site.query, { capacity: 2 })
    const email = 'postponed@venue.example'
    const held = await reserveAsStranger(date, email, 2)
    await setDate(date, `status = 'postponed'`)
    expect((await confirmRsvp(site.request(), held.id)).status).toBe('going')
    expect(await kindsTo(email)).toEqual(['confirm', 'postponed'])
  })

  test('does not get another person’s reservation by using the same key', async () => {
    const date = await addDate(site.query)
    const key = newFormKey()
    await reserveAsStranger(date, 'one@venue.example', 1, key)
    expect(await outcomeOf(reserveAsStranger(date, 'other@venue.example', 1, key))).toBe(
      'key_reused',
    )
  })
})

describe('a member', () => {
  test('sees what they reserved as a guest, once its address is confirmed; nobody else does', async () => {
    const [date, other] = [await addDate(site.query), await addDate(site.query)]
    const [member, stranger] = [await site.join(), await site.join()]
    const guest = await reserveAsStranger(date, member.email, 2)
    await reserveAsStranger(other, member.email)
    const seenBy = async (who: SignedIn) =>
      (await upcomingRsvps(site.db, who.id)).map(({ id }) => id)
    expect(await seenBy(member)).toEqual([])
    await confirmRsvp(site.request(), guest.id)
    expect([await seenBy(member), await seenBy(stranger)]).toEqual([[guest.id], []])
    await cancelRsvp(site.request(), { rsvp: guest.id, by: 'guest' })
    expect(await seenBy(member)).toEqual([])
  })

  test('who repeats a request gets the same reservation again, even if the date was changed since', async () => {
    const date = await addDate(site.query, { capacity: 5 })
    const request = { date, party: 2, key: newFormKey(), guest: { member: await site.join() } }
    const first = await reserve(site.request(), request)
    const repeat = async () => {
      const { id, status, party } = await reserve(site.request(), request)
      return { id, status, party }
    }
    const same = { id: first.id, status: 'going', party: 2 }
    expect(await repeat()).toEqual(same)
    expect(
      await reserve(site.request(), { ...request, key: newFormKey(), party: 3 }),
    ).toMatchObject(same)
    expect((await findDate(site.db, date))?.taken).toBe(2)
    for (const changes of [
      `starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour'`,
      `status = 'postponed'`,
    ]) {
      await setDate(date, changes)
      expect(await repeat()).toEqual(same)
    }
  })

  test('reserves with the new time and price if staff change them at the same moment', async () => {
    const date = await addDate(site.query, { payment: 'door', priceCents: 500 })
    const member = await site.join()
    const state = await whileLocked(
      site.url,
      (query) =>
        query(
          `update event_dates set price = 700, member_price = 700, sequence = 1,
                  starts_at = starts_at - interval '2 hours' where id = $1`,
          [date],
        ),
      () => reserveAs(date, 2, member),
    )
    expect(state).toMatchObject({ status: 'going', priceCents: 1400, subject: { sequence: 1 } })
  })

  test('who changes the address keeps the reservations; the old address gives no access to them', async () => {
    const [date, other] = [await addDate(site.query), await addDate(site.query)]
    const member = await site.join()
    const [moved, kept] = [await reserveAs(date, 1, member), await reserveAs(other, 1, member)]
    const from = member.email
    const to = `new-${from}`
    await reserveAsStranger(other, to)
    await changeAddress(site.db, member.id, { from, to }, site.payload)
    expect([(await current(moved)).email, (await current(kept)).email]).toEqual([to, from])
    const newOwner = await site.join()
    const { id } = await reserveAs(date, 1, { ...newOwner, email: from })
    expect(id).not.toBe(moved.id)
    expect(await outcomeOf(reserveAs(other, 1, { ...newOwner, email: from }))).toBe('key_reused')
  })
})

describe('the waitlist', () => {
  test('offers a freed place to the third party if the first two do not fit', async () => {
    const date = await addDate(site.query, { capacity: 3 })
    const going = [await reserveAs(date), await reserveAs(date, 2)]
    const waiting = [await reserveAs(date, 3), await reserveAs(date, 2), await reserveAs(date, 1)]
    expect(waiting.map(({ queue }) => queue)).toEqual([
      { position: 1, people: 0 },
      { position: 2, people: 3 },
      { position: 3, people: 5 },
    ])
    await cancelRsvp(site.request(), { rsvp: going[0]?.id ?? 0, by: 'guest' })
    expect(await Promise.all(waiting.map(statusOf))).toEqual([
      'waitlisted',
      'waitlisted',
      'offered',
    ])
    // After the third party has declined, no waiting party fits.
    const [, second, third] = waiting as [RsvpState, RsvpState, RsvpState]
    await declineOffer(site.request(), third.id)
    expect((await declineOffer(site.request(), third.id)).status).toBe('cancelled')
    const smaller = await changeParty(site.request(), { rsvp: second.id, party: 1, by: 'guest' })
    expect(smaller.status).toBe('offered')
    expect(smaller.version).toBe((await current(second)).version)
  })

  test('offers places for waking hours of the venue; mail and outbox have the same deadline', async () => {
    // People wake up in three hours, for one hour.
    const inThreeHours = new Date(Date.now() + 3 * 3_600_000)
    const { minutes: from } = localMoment(inThreeHours, ledgerSettings.timeZone)
    Object.assign(wakingHours, { from, to: (from + 60) % 1440 })
    try {
      const date = await addDate(site.query, { capacity: 1 })
      const going = await reserveAs(date)
      const next = await reserveAs(date)
      await cancelRsvp(site.request(), { rsvp: going.id, by: 'guest' })
      const { offeredUntil, subject: of } = await current(next)
      const inHours = (Number(offeredUntil) - Date.now()) / 3_600_000
      // In 26 hours there are two waking hours, of which the offer takes one half.
      expect(inHours).toBeGreaterThan(3)
      expect(offeredUntil && offeredUntil < of.startsAt).toBe(true)
      const [mail] = await site.query<{ text: string; expires_at: Date }>(
        `select text, expires_at from mails where to_address = $1 and kind = 'event_offer'`,
        [next.email],
      )
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
        `The places are yours until ${formatGuestTime(offeredUntil ?? new Date(), ledgerSettings.timeZone)}:`,
      )
      expect(mail?.expires_at).toEqual(offeredUntil)
    } finally {
      Object.assign(wakingHours, { from: 0, to: 0 })
    }
  })

  test('keeps an offer valid while the date is postponed', async () => {
    const date = await addDate(site.query, { capacity: 1 })
    const going = await reserveAs(date)
    const next = await reserveAs(date)
    await cancelRsvp(site.request(), { rsvp: going.id, by: 'guest' })
    await setDate(date, `status = 'postponed'`)
    expect((await acceptOffer(site.request(), next.id)).status).toBe('going')
    expect(await kindsTo(next.email)).toEqual(['waitlisted', 'offer', 'postponed'])
  })

  test('offers places that become free by a smaller party or a higher capacity', async () => {
    const date = await addDate(site.query, { capacity: 4 })
    const going = await reserveAs(date, 4)
    const waiting = [await reserveAs(date, 2), await reserveAs(date, 2)] as const
    await changeParty(site.request(), { rsvp: going.id, party: 2, by: 'guest' })
    expect(await Promise.all(waiting.map(statusOf))).toEqual(['offered', 'waitlisted'])
    await setDate(date, 'capacity = 6')
    await offerPlaces(site.request(), date)
    expect(await Promise.all(waiting.map(statusOf))).toEqual(['offered', 'offered'])
  })

  test('moves a party that becomes larger to the end', async () => {
    const date = await addDate(site.query, { capacity: 1 })
    await reserveAs(date)
    const [one, two] = [await reserveAs(date), await reserveAs(date)]
    await changeParty(site.request(), { rsvp: one.id, party: 2, by: 'guest' })
    const positionOf = async (state: RsvpState) => (await current(state)).queue?.position
    expect([await positionOf(two), await positionOf(one)]).toEqual([1, 2])
  })

  test('lets no party accept an offer that it never got or that has expired', async () => {
    const date = await addDate(site.query, { capacity: 1 })
    const going = await reserveAs(date)
    const late = await reserveAs(date)
    expect(await outcomeOf(acceptOffer(site.request(), late.id))).toBe('no_offer')
    await cancelRsvp(site.request(), { rsvp: going.id, by: 'guest' })
    await setRsvp(late, 'offered_until = now()')
    await expireAllDue(site.payload)
    expect(await outcomeOf(acceptOffer(site.request(), late.id))).toBe('offer_expired')
    expect(await kindsTo(late.email)).toEqual(['waitlisted', 'offer', 'offer_expired'])
    // The party can reserve again, and here it gets the free place at once.
    const member = { id: late.member ?? 0, email: late.email ?? '', name: null, session: '' }
    expect((await reserveAs(date, 1, member)).status).toBe('going')
  })

  test('can be reordered with a reason, which is stored until the guest’s data is erased', async () => {
    const date = await addDate(site.query, { capacity: 2 })
    const going = await reserveAs(date, 2)
    const [one, two, three] = [
      await reserveAs(date, 2),
      await reserveAs(date, 2),
      await reserveAs(date),
    ]
    const moved = await moveInQueue(site.request(), {
      rsvp: three.id,
      position: 1,
      by,
      reason: 'Plays in the band',
    })
    expect([moved.queue?.position, (await current(one)).queue?.position]).toEqual([1, 2])
    expect(await outcomeOf(offerTo(site.request(), { rsvp: two.id, by, reason: 'x' }))).toBe('full')
    await setDate(date, 'capacity = 4')
    await offerTo(site.request(), { rsvp: two.id, by, reason: 'The speaker' })
    expect(await Promise.all([one, two, three].map(statusOf))).toEqual([
      'waitlisted',
      'offered',
      'waitlisted',
    ])
    expect((await current(three)).queueReason).toBe('Plays in the band')
    expect((await current(two)).queueReason).toBe('The speaker')
    const entries = await site.query<{ action: string; details: object }>(
      `select action, details from audit where of_collection = 'event_dates' and document = $1 order by id`,
      [String(date)],
    )
    expect(entries.map(({ action }) => action)).toEqual(['queue_moved', 'places_offered'])
    for (const { details } of entries) {
      expect(details).toMatchObject({ reason: 'with the reservation' })
    }
    const member = { id: two.member ?? 0, email: two.email ?? '' }
    const owner = { ...member, name: null, session: '' }
    expect((await exportEventData(site.db, owner)).event_reservations).toMatchObject([
      { queue_reason: 'The speaker' },
    ])
    await cancelRsvp(site.request(), { rsvp: going.id, by })
    expect(await kindsTo(going.email)).toEqual(['going', 'removed'])
    await setDate(
      date,
      `starts_at = starts_at - interval '99 days', ends_at = ends_at - interval '99 days'`,
    )
    await forgetOld(site.payload)
    expect((await current(three)).queueReason).toBeNull()
  })
})

describe('a price in credit', () => {
  const priced = () =>
    addDate(site.query, { payment: 'credit', priceCents: 700, memberPriceCents: 500, capacity: 20 })
  const creditOf = async ({ id }: SignedIn) => {
    const [row] = await site.query<{ balance: number; held: number }>(
      `select b.balance::int, b.held::int from ledger_accounts as a join ledger_balances as b on b.account = a.id
        where a.code = $1`,
      [`member:${id}`],
    )
    return [row?.balance, row?.held]
  }

  test('is held, changed with the party size, posted at check-in, and returned if check-in is undone', async () => {
    const date = await priced()
    await setDate(date, 'common_good_percent = 10')
    const member = await site.join(2000)
    const common = await site.balance('common_good')
    const { id } = await reserveAs(date, 2, member)
    expect(await creditOf(member)).toEqual([2000, 1000])
    await changeParty(site.request(), { rsvp: id, party: 3, by: 'guest' })
    expect(await creditOf(member)).toEqual([2000, 1500])
    const larger = changeParty(site.request(), { rsvp: id, party: 4, by })
    expect(await outcomeOf(larger)).toBe('guest_decides')
    await checkIn(site.request(), { rsvp: id, inside: 1, by })
    expect(await creditOf(member)).toEqual([1500, 0])
    expect(await site.balance('common_good')).toBe(common + 50)
    const { due } = await checkIn(site.request(), { rsvp: id, inside: 3, by })
    expect([due, await creditOf(member)]).toEqual([null, [500, 0]])
    expect(await site.balance('common_good')).toBe(common + 150)
    await checkIn(site.request(), { rsvp: id, inside: 0, by })
    expect(await creditOf(member)).toEqual([2000, 1500])
    expect(await site.balance('common_good')).toBe(common)
    await checkIn(site.request(), { rsvp: id, inside: 2, by })
    expect(await creditOf(member)).toEqual([1000, 0])
    await setDate(
      date,
      `starts_at = now() - interval '2 days', ends_at = now() - interval '25 hours'`,
    )
    expect(await outcomeOf(checkIn(site.request(), { rsvp: id, inside: 0, by }))).toBe('ended')
  })

  test('and the Common Good’s share are given back in the name of the staff member who undoes the check-in', async () => {
    const date = await priced()
    await setDate(date, 'common_good_percent = 10')
    const { id } = await reserveAs(date, 2, await site.join(2000))
    await checkIn(site.request(), { rsvp: id, inside: 2, by })
    const req = { ...site.request(), user: { collection: 'users', id: 7 } } as never
    await checkIn(req, { rsvp: id, inside: 0, by })
    const reversals = await site.query<{ actor: string; staff: number; kind: string }>(
      `select t.actor, t.actor_id as staff, o.kind from ledger_transfers as t
         join ledger_transfers as o on o.id = t.reverses
        where t.key like $1 order by o.kind`,
      [`reservation:${id}:%`],
    )
    expect(reversals).toEqual(
      ['event_share', 'payment'].map((kind) => ({ actor: 'staff', staff: 7, kind })),
    )
  })

  test('is paid at the bar by strangers, and by members without enough credit', async () => {
    const date = await priced()
    const poor = await reserveAs(date, 2, await site.join(999))
    expect([poor.status, poor.payment, poor.priceCents]).toEqual(['going', 'door', 1000])
    const stranger = await reserveAsStranger(date, 'bar@venue.example', 2)
    expect([stranger.payment, stranger.priceCents]).toEqual(['door', 1400])
    const { due } = await checkIn(site.request(), { rsvp: poor.id, inside: 1, by })
    expect(due).toEqual({ cents: 500, at: 'bar' })
  })

  test('does not prevent check-in if the hold can no longer be posted', async () => {
    const date = await priced()
    const member = await site.join(500)
    const { id } = await reserveAs(date, 1, member)
    await site.query(`select ledger_void(hold) from reservations where id = $1`, [id])
    const { state, due } = await checkIn(site.request(), { rsvp: id, inside: 1, by })
    expect([state.status, due]).toEqual(['attended', { cents: 500, at: 'bar' }])
    expect(await creditOf(member)).toEqual([500, 0])
  })

  test('is returned to guests who are already inside if the date is cancelled, and they get a mail', async () => {
    const date = await priced()
    await setDate(date, 'common_good_percent = 10')
    const [member, common] = [await site.join(2000), await site.balance('common_good')]
    const inside = await reserveAs(date, 3, member)
    await checkIn(site.request(), { rsvp: inside.id, inside: 1, by })
    await checkIn(site.request(), { rsvp: inside.id, inside: 2, by })
    expect(await creditOf(member)).toEqual([1000, 0])
    await cancelDate(site.request(), { date, reason: 'The lights went out.' })
    expect([await creditOf(member), await site.balance('common_good')]).toEqual([[2000, 0], common])
    expect(await current(inside)).toMatchObject({ status: 'cancelled', inside: 0, isPaid: false })
    expect(await kindsTo(member.email)).toEqual(['going', 'cancelled'])
  })

  test('that can’t be returned prevents no cancellation and no undone check-in; the audit trail says so', async () => {
    const [date, other] = [await priced(), await priced()]
    const members = [await site.join(500), await site.join(500)] as const
    const paid = [
      await reserveAs(date, 1, members[0]),
      await reserveAs(other, 1, members[1]),
    ] as const
    for (const { id } of paid) await checkIn(site.request(), { rsvp: id, inside: 1, by })
    for (const { id } of members) await closeLedgerAccount(site.db, `member:${id}`)
    await cancelDate(site.request(), { date })
    expect(await current(paid[0])).toMatchObject({ status: 'cancelled', isPaid: true })
    const undo = await checkIn(site.request(), { rsvp: paid[1].id, inside: 0, by })
    expect(undo.state).toMatchObject({ status: 'going', inside: 0, isPaid: true })
    // The payment that was not returned pays for the guest who comes in again.
    const { due, state } = await checkIn(site.request(), { rsvp: paid[1].id, inside: 1, by })
    expect([due, state.isPaid]).toEqual([null, true])
    const entries = await site.query<{ subject: string }>(
      `select subject from audit where action = 'event_not_refunded' and document = any($1) order by id`,
      [paid.map(({ id }) => String(id))],
    )
    expect(entries.map(({ subject }) => subject.split(' of ')[0])).toEqual(
      paid.map(({ id }) => `no. ${id}`),
    )
  })

  test('is no longer held after a postponed date is cancelled, and its guests are told', async () => {
    const date = await priced()
    const member = await site.join(1000)
    const going = await reserveAs(date, 2, member)
    await setDate(date, `status = 'postponed'`)
    await cancelDate(site.request(), { date })
    expect([await creditOf(member), await statusOf(going)]).toEqual([[1000, 0], 'cancelled'])
    expect(await kindsTo(member.email)).toEqual(['going', 'cancelled'])
  })

  test('is held until a day after the new end if the date is moved without a mail', async () => {
    const date = await priced()
    const member = await site.join(1000)
    const { id } = await reserveAs(date, 2, member)
    const before = await findDate(site.db, date)
    if (!before) throw new Error('There is no date.')
    await setDate(
      date,
      `starts_at = starts_at + interval '9 days', ends_at = ends_at + interval '9 days', sequence = sequence + 1`,
    )
    await notifyChanged(site.request(), { date, before, isNotified: false })
    const [held] = await site.query(
      `select h.status, h.expires_at = d.ends_at + interval '1 day' as is_new
         from reservations as r join event_dates as d on d.id = r.subject join ledger_holds as h on h.id = r.hold
        where r.id = $1`,
      [id],
    )
    expect([held, await creditOf(member)]).toEqual([{ status: 'held', is_new: true }, [1000, 1000]])
    expect(await kindsTo(member.email)).toEqual(['going'])
  })

  test('is no longer held after the date is cancelled, and each guest is told once', async () => {
    const date = await priced()
    await setDate(date, 'capacity = 2')
    const member = await site.join(2000)
    const going = await reserveAs(date, 2, member)
    const waiting = await reserveAs(date)
    await cancelDate(site.request(), { date, reason: 'The band has a cold.' })
    await cancelDate(site.request(), { date, reason: 'The band has a cold.' })
    expect(await creditOf(member)).toEqual([2000, 0])
    expect([await statusOf(going), await statusOf(waiting)]).toEqual(['cancelled', 'cancelled'])
    expect(await kindsTo(member.email)).toEqual(['going', 'cancelled'])
    expect(await kindsTo(waiting.email)).toEqual(['waitlisted', 'cancelled'])
    expect(await findDate(site.db, date)).toMatchObject({
      status: 'cancelled',
      taken: 0,
      sequence: 1,
    })
  })
})

describe('a date', () => {
  test('is listed for staff who close its area on its day, unless it is cancelled, a draft or over', async () => {
    const day = '2031-07-08'
    const add = async (title: string, given: object = {}) =>
      setDate(await addDate(site.query, { title, areas: ['Cafe'], ...given }), `day = '${day}'`)
    await add('Quiz', { visibility: 'members' })
    await add('Called off', { status: 'cancelled' })
    await add('Drafted', { status: 'draft' })
    await add('Over', { startsAt: new Date(Date.now() - 5 * 3_600_000) })
    expect(await publishedDatesOn(site.db, day)).toMatchObject([
      { title: 'Quiz', areas: ['Cafe'], path: expect.stringMatching(/^\/cms\/events\/date\/\d+$/) },
    ])
  })

  test('allows check-in from 36 hours before its start, but not while it is postponed', async () => {
    const date = await addDate(site.query, { startsAt: new Date(Date.now() + 37 * 3_600_000) })
    const { id } = await reserveAs(date, 2)
    const enter = (inside: number) => checkIn(site.request(), { rsvp: id, inside, by })
    expect(await outcomeOf(enter(1))).toBe('not_yet')
    await setDate(date, `starts_at = starts_at - interval '2 hours'`)
    expect((await enter(2)).state.inside).toBe(2)
    await setDate(
      date,
      `starts_at = starts_at + interval '9 days', ends_at = ends_at + interval '9 days'`,
    )
    expect((await enter(1)).state.inside).toBe(1)
    expect(await outcomeOf(enter(2))).toBe('not_yet')
    await setDate(date, `status = 'postponed'`)
    expect(await outcomeOf(enter(2))).toBe('postponed')
    expect((await enter(0)).state.status).toBe('going')
  })

  test('that is moved sends each guest one mail for each change', async () => {
    const date = await addDate(site.query)
    const going = await reserveAs(date)
    const before = await findDate(site.db, date)
    if (!before) throw new Error('There is no date.')
    await setDate(date, `starts_at = starts_at + interval '1 hour', sequence = sequence + 1`)
    await notifyChanged(site.request(), { date, before })
    await notifyChanged(site.request(), { date, before })
    expect(await kindsTo(going.email)).toEqual(['going', 'changed'])
  })

  test('sends no reminder for tomorrow if it was moved to today', async () => {
    const date = await addDate(site.query)
    const guest = await reserveAs(date)
    await setRsvp(guest, `confirmed_at = now() - interval '3 days'`)
    await setDate(date, `starts_at = now() + interval '5 hours', day = current_date::text`)
    await remind(site.payload)
    expect(await kindsTo(guest.email)).toEqual(['going'])
  })

  test('sends a reminder a day before, another two hours before, and a request for feedback, each once', async () => {
    const date = await addDate(site.query)
    const [here, missing] = [await reserveAs(date), await reserveAs(date)]
    await setRsvp(here, `confirmed_at = now() - interval '3 days'`)
    const twice = async (work: (payload: typeof site.payload) => Promise<void>) => {
      await work(site.payload)
      await work(site.payload)
    }
    await twice(remind)
    expect(await kindsTo(here.email)).toEqual(['going'])
    await setDate(date, `starts_at = now() + interval '23 hours'`)
    await twice(remind)
    await setDate(date, `starts_at = now() + interval '1 hour'`)
    await twice(remind)
    expect(await kindsTo(here.email)).toEqual(['going', 'reminder_day', 'reminder_hours'])
    // This guest reserved too recently to get a reminder.
    expect(await kindsTo(missing.email)).toEqual(['going'])
    await checkIn(site.request(), { rsvp: here.id, inside: 1, by })
    await setDate(
      date,
      `starts_at = now() - interval '12 hours', ends_at = now() - interval '9 hours'`,
    )
    await twice(endOverDates)
    await twice(askForFeedback)
    expect([await statusOf(here), await statusOf(missing)]).toEqual(['attended', 'no_show'])
    expect((await kindsTo(here.email)).slice(3)).toEqual(['feedback'])
    expect(await kindsTo(missing.email)).toEqual(['going'])
    // This guest was there after all.
    const { state } = await checkIn(site.request(), { rsvp: missing.id, inside: 1, by })
    expect(state.status).toBe('attended')
  })
})

test('a job that fails for one date still processes the other dates', async () => {
  const done: number[] = []
  const work = async (_: unknown, id: number) => {
    if (id === 2) throw new Error('This date fails.')
    done.push(id)
  }
  await expect(forEachSubject(site.payload, [1, 2, 3], work)).rejects.toThrow('This date fails.')
  expect(done).toEqual([1, 3])
})

describe('personal data', () => {
  test('of a deleted member is removed from reservations, and places and credit become free', async () => {
    const date = await addDate(site.query, { payment: 'credit', priceCents: 500, capacity: 1 })
    const member = await site.join(1000)
    const own = await reserveAs(date, 1, member)
    const next = await reserveAs(date)
    expect(await upcomingRsvps(site.db, member.id)).toHaveLength(1)
    expect((await exportEventData(site.db, member)).event_reservations).toMatchObject([
      { email: member.email, party: 1, status: 'going', price: 500 },
    ])
    await eraseEventData(site.db, member, site.request())
    expect([await rsvpByToken(site.payload, own.token), await statusOf(next)]).toEqual([
      null,
      'offered',
    ])
    expect((await guestsOf(site.db, date)).filter(({ email }) => email === member.email)).toEqual(
      [],
    )
    const [held] = await site.query(
      `select count(*)::int as n from ledger_holds as h join ledger_accounts as a on a.id = h.from_account
        where a.code = $1 and h.status = 'held'`,
      [`member:${member.id}`],
    )
    expect(held).toEqual({ n: 0 })
  })

  test('is erased 90 days after the date; an unconfirmed reservation is deleted after a day', async () => {
    const date = await addDate(site.query)
    const going = await reserveAs(date)
    const stranger = await reserveAsStranger(date, 'never@venue.example')
    await setRsvp(stranger, 'held_until = now()')
    await expireAllDue(site.payload)
    await setRsvp(stranger, `cancelled_at = now() - interval '2 days'`)
    await forgetOld(site.payload)
    expect((await current(going)).email).toBe(going.email)
    await setDate(
      date,
      `starts_at = now() - interval '92 days', ends_at = now() - interval '91 days'`,
    )
    await forgetOld(site.payload)
    expect(await guestsOf(site.db, date)).toMatchObject([{ id: going.id, email: null, name: null }])
  })
})
