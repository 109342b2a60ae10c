import { findReservation } from '../../cms/features/events/guest/page-data.ts'
import { confirmRsvp, reserveUnconfirmed, rsvpByToken } from '../../cms/features/events/service.ts'
import { bookPayment } from '../../cms/features/payments/booking.ts'
import { payableKinds } from '../../cms/features/payments/ports.ts'
import { sendRefund } from '../../cms/features/payments/refunds/send.ts'
import { beginCheckout } from '../../cms/features/payments/service.ts'
import { requireCardProvider } from '../../cms/features/payments/stripe.ts'
import type { ReservationKind } from '../../cms/features/reservations/kind.ts'
import { payableReservations } from '../../cms/features/reservations/payable.ts'
import { tokenOf } from '../../cms/features/reservations/service.ts'
import type { Feature } from '../../cms/platform/feature.ts'
import { readEnv } from '../../cms/platform/runtime/env.ts'
import { newFormKey, openCredit, payloadOn } from './credit.ts'
import { addDate } from './events.ts'
import { startStripe } from './stripe.ts'

type NewDate = Parameters<typeof addDate>[1]
type Row = { id: number; email: string; party: number; status: string; linkVersion: number }

/** Opens a ledger, events and a local Stripe, at which guests pay for their places. @param kinds by default, events */
export async function openCardEvents(kinds?: ReservationKind[]) {
  const [site, stripe] = await Promise.all([openCredit({ ...(kinds && { kinds }) }), startStripe()])
  Object.assign(process.env, stripe.env)
  readEnv()
  const { features } = site.payload.config.custom as { features: readonly Feature[] }
  const own: Feature = { name: 'own', provides: [payableKinds.with(payableReservations)] }
  const payload = payloadOn(site.pool, [...features, own])
  const request = () => site.request(payload)
  let serial = 0

  const rowOf = async (id: number) => {
    const [row] = await site.query<Row>(
      `select id, email, party, status, link_version as "linkVersion" from reservations where id = $1`,
      [id],
    )
    if (!row) throw new Error(`There is no reservation ${id}.`)
    return row
  }
  const stateOf = async (id: number) => {
    const state = await rsvpByToken(payload, tokenOf(await rowOf(id)))
    if (!state) throw new Error(`There is no reservation ${id}.`)
    return state
  }
  /** A date with a price by card: 12.00, for members 10.00. */
  const addCardDate = (given: NewDate = {}) =>
    addDate(site.query, {
      ...{ payment: 'card', priceCents: 1200, memberPriceCents: 1000, refundUntilHours: 24 },
      startsAt: new Date(Date.now() + 72 * 3_600_000),
      ...given,
    })
  /** A stranger who has reserved, and confirmed the address unless it says otherwise. @returns the reservation's id */
  const reserveAsStranger = async (date: number, party = 2, { confirms = true } = {}) => {
    const email = `stranger-${++serial}@venue.example`
    const guest = { name: 'Jo', email }
    await reserveUnconfirmed(request(), { date, party, key: newFormKey(), guest })
    const [row] = await site.query<{ id: number }>('select id from reservations where email = $1', [
      email,
    ])
    const id = row?.id ?? 0
    if (confirms) await confirmRsvp(request(), id)
    return id
  }
  /** @returns the session at Stripe */
  const begin = async (id: number, key = newFormKey()) => {
    const { url } = await beginCheckout(request(), { reference: `reservation:${id}`, key })
    return stripe.sessionAt(url)
  }
  const book = (session: string) => bookPayment(request(), requireCardProvider(), session)
  const pay = async (id: number) => {
    const session = await begin(id)
    stripe.pay(session)
    await book(session)
    return session
  }
  return {
    ...site,
    payload,
    request,
    stripe,
    addCardDate,
    reserveAsStranger,
    stateOf,
    begin,
    book,
    pay,
    /** A stranger who has paid. */
    buy: async (date: number, party = 2) => {
      const id = await reserveAsStranger(date, party)
      return { id, session: await pay(id) }
    },
    pageOf: async (id: number) => {
      const page = await findReservation(payload, tokenOf(await rowOf(id)))
      if (!page) throw new Error(`There is no page of ${id}.`)
      return page
    },
    /** Runs the jobs that request refunds. */
    sendRefunds: async () => {
      const due = await site.query<{ id: number }>(
        `select id from card_refunds where state = 'requested' order by id`,
      )
      for (const { id } of due) await sendRefund(payload, requireCardProvider(), id)
    },
    mailsTo: async (id: number) => {
      const { email } = await rowOf(id)
      const mails = await site.query<{ kind: string; text: string }>(
        'select kind, text from mails where to_address = $1 order by id',
        [email],
      )
      return mails.map(({ kind, text }) => ({ kind, text: text.replace(/\s+/g, ' ') }))
    },
    takenAt: async (date: number) =>
      (
        await site.query<{ taken: number }>('select taken from event_dates where id = $1', [date])
      )[0]?.taken,
    /** Lets the time of a checkout and of its reservation pass. */
    letPass: async (id: number, minutes: number) => {
      await site.query(
        `update card_payments set expires_at = expires_at - $2 * interval '1 minute',
                created_at = created_at - $2 * interval '1 minute', check_at = check_at - $2 * interval '1 minute'
          where reference = $1`,
        [`reservation:${id}`, minutes],
      )
      await site.query(
        `update reservations set held_until = held_until - $2 * interval '1 minute' where id = $1`,
        [id, minutes],
      )
    },
    stop: async () => {
      await Promise.all([site.pool.end(), stripe.stop()])
    },
  }
}
