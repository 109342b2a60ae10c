import { z } from 'zod'
import { payableKinds } from '../../cms/features/payments/ports.ts'
import type { CardProvider } from '../../cms/features/payments/provider.ts'
import { sendRefund } from '../../cms/features/payments/refunds/send.ts'
import type { CardUse } from '../../cms/features/payments/rules.ts'
import { beginCheckout, closeCheckouts } from '../../cms/features/payments/service.ts'
import { connectStripe } from '../../cms/features/payments/stripe.ts'
import { type Database, execute, findRow, sql } from '../../cms/platform/database/query.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import type { Feature } from '../../cms/platform/feature.ts'
import { HttpError } from '../../cms/platform/http/errors.ts'
import { newFormKey, openCredit, payloadOn } from './credit.ts'
import { startStripe, stripeKeys } from './stripe.ts'

const ticket = z.object({
  id: z.number(),
  price: z.number(),
  use: z.string().transform((use) => use as CardUse),
  state: z.string(),
  email: z.string(),
  net: z.number(),
})

const findTicket = (db: Database, id: number) =>
  findRow(db, ticket)`select * from tickets where id = ${id}`
const setState = (db: Database, id: number, state: string) =>
  execute(db)`update tickets set state = ${state} where id = ${id}`

/** Makes the next call of `paid` fail after it has written, as if the process were killed there. */
export const killed = { inPaid: false }

/** A feature whose tickets guests pay for: `free`, `held` while somebody pays, `paid` or `cancelled`. */
const tickets: Feature = {
  name: 'tickets',
  provides: [
    payableKinds.with({
      prefix: 'ticket',
      lock: async (_, db, id) => {
        await execute(db)`select from tickets where id = ${id} for update`
      },
      begin: async (_, db, id) => {
        const found = await findTicket(db, id)
        if (!found || found.state === 'cancelled') throw new HttpError('conflict', 'Cancelled.')
        if (found.state === 'paid') throw new HttpError('conflict', 'Paid.', { reason: 'paid' })
        await setState(db, id, 'held')
        const { price: amountCents, use, email } = found
        return {
          ...{ amountCents, use, email, member: null },
          description: 'Two places at the quiz',
          rule: 'Free to cancel until the day before.',
        }
      },
      paid: async (_, db, { id, amountCents }) => {
        const found = await findTicket(db, id)
        if (found?.state !== 'held' || found.price !== amountCents) return false
        await setState(db, id, 'paid')
        if (killed.inPaid) throw new Error('killed')
        return true
      },
      expired: async (_, db, { id }) => {
        await execute(db)`
          update tickets set state = 'free', expiries = expiries + 1 where id = ${id}`
      },
      changed: async (_, db, { id }, { netCents }) => {
        await execute(db)`update tickets set net = ${netCents} where id = ${id}`
      },
      pathOf: async (_, id) => `/tickets/${id}`,
    }),
  ],
}

/** Opens a ledger, a local Stripe and a feature whose tickets guests pay for. */
export async function openTickets() {
  const [site, stripe] = await Promise.all([openCredit(), startStripe()])
  await site.query(`create table tickets (
    id serial primary key, price int not null, use text not null, state text not null default 'free',
    email text not null, net int not null default 0, expiries int not null default 0)`)
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = stripeKeys
  const provider = connectStripe({ key, secret, api: stripe.env.STRIPE_API })
  const { features } = site.payload.config.custom as { features: readonly Feature[] }
  const payload = payloadOn(site.pool, [...features, tickets])
  const request = () => site.request(payload)
  const newTicket = async (use: CardUse = 'sale', price = 2400) => {
    const [row] = await site.query<{ id: number }>(
      `insert into tickets (price, use, email) values ($1, $2, 'guest-' || currval('tickets_id_seq') || '@guests.example')
       returning id`,
      [price, use],
    )
    return row?.id ?? 0
  }
  const begin = async (
    ticket: number,
    formKey = newFormKey(),
    service: CardProvider = provider,
  ) => {
    const { url } = await beginCheckout(
      request(),
      { reference: `ticket:${ticket}`, key: formKey },
      service,
    )
    return stripe.sessionAt(url)
  }
  const paymentOf = async (session: string) => {
    const [row] = await site.query(`select * from card_payments where session = $1`, [session])
    return row as Record<string, unknown> & { id: number }
  }
  return {
    ...site,
    payload,
    request,
    stripe,
    provider,
    newTicket,
    begin,
    paymentOf,
    /** A new ticket and the session in which somebody pays for it. */
    beginNew: async (use: CardUse = 'sale', price = 2400) => {
      const ticket = await newTicket(use, price)
      return { ticket, reference: `ticket:${ticket}`, session: await begin(ticket) }
    },
    ticketOf: async (id: number) => {
      const [row] = await site.query(`select state, net, expiries from tickets where id = $1`, [id])
      return row
    },
    cancel: (ticket: number) =>
      inTransaction(request(), async (db) => {
        await db.execute(sql`update tickets set state = 'cancelled' where id = ${ticket}`)
        await closeCheckouts(db, `ticket:${ticket}`)
      }),
    /** Lets a checkout’s time pass. */
    letPass: (session: string, minutes: number) =>
      site.query(
        `update card_payments set expires_at = expires_at - $2 * interval '1 minute',
                created_at = created_at - $2 * interval '1 minute', check_at = check_at - $2 * interval '1 minute'
          where session = $1`,
        [session, minutes],
      ),
    refundsOf: async (session: string) =>
      site.query<{
        id: number
        amount: string
        state: string
        cause: string
        failure: string | null
      }>(
        `select r.id, r.amount, r.state, r.cause, r.failure from card_refunds as r
           join card_payments as p on p.id = r.payment where p.session = $1 order by r.id`,
        [session],
      ),
    /** Runs the jobs that request refunds. */
    sendRefunds: async (service: CardProvider = provider) => {
      const due = await site.query<{ id: number }>(
        `select id from card_refunds where state = 'requested' order by id`,
      )
      for (const { id } of due) await sendRefund(payload, service, id)
    },
    mailsTo: async (ticket: number) =>
      (
        await site.query<{ kind: string; text: string; subject: string }>(
          `select m.kind, m.text, m.subject from mails as m join tickets as t on t.email = m.to_address
            where t.id = $1 order by m.id`,
          [ticket],
        )
      ).map(({ kind, subject, text }) => ({ kind, subject, text: text.replace(/\s+/g, ' ') })),
    stop: async () => {
      await Promise.all([site.pool.end(), stripe.stop()])
    },
  }
}
export type TestTickets = Awaited<ReturnType<typeof openTickets>>
