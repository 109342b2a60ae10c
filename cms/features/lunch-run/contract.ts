import { z } from 'zod'
import { plainLine, rowId, textLine } from '../../platform/http/texts/fields.ts'
import { formKeyField } from '../../platform/http/texts/money-fields.ts'
import { maxReportLength } from '../credit/rules.ts'
import { venueAreas } from '../venue/rules.ts'
import { limits, payees, paymentWays, withoutRunnerWays } from './rules.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time, for example 11:30.')
const dishId = z.string().regex(/^[\w-]{1,64}$/, 'That dish is not on this list.')
const lineKey = z.string().regex(/^[\w+-]{1,1500}$/, 'That line is not on the list.')

/** `POST /api/lunch-run/start`: times on the venue’s clock. Without `opens`, ordering opens at once. */
export const startRequest = z.object({
  key: formKeyField,
  offer: rowId,
  day: z.iso.date('Choose a day.'),
  area: z.enum(venueAreas),
  opens: z.union([time, z.literal('')]).nullish(),
  cut_off: time,
  without_runner: z.enum(withoutRunnerWays),
})
export type StartRequest = z.output<typeof startRequest>
export type StartReply = { run: number; repeated: boolean }

const wantedLine = z.object({
  dish: dishId,
  quantity: z.int('Write how many.').min(1, 'Write how many.').max(limits.ofDish),
  extras: z.array(dishId).max(40).default([]),
})

/**
 * `POST /api/lunch-run/order`: orders, or replaces the member’s own order. A repeated request changes nothing. The price
 * is that of the run: a request has none.
 */
export const orderRequest = z.object({
  run: rowId,
  lines: z.array(wantedLine).min(1, 'Choose at least one dish.').max(limits.dishes),
  note: plainLine.pipe(textLine('The note', limits.noteLength)).default(''),
  payment: z.enum(paymentWays),
})
export type OrderRequest = z.output<typeof orderRequest>
export type OrderReply = {
  order: number
  total_cents: number
  payment: (typeof paymentWays)[number]
  /** Names of dishes of the last order that are not on the list; only of `again`. */
  missing?: string[]
}

/** `POST /api/lunch-run/again`: the same as last time. */
export const againRequest = z.object({ run: rowId, payment: z.enum(paymentWays) })

/** `withdraw`, `run` (become the runner), `step-down`, `here` and `cancel` name the run only. */
export const runRequest = z.object({ run: rowId })

/** `POST /api/lunch-run/tick`: the runner ticks a line of the list off, or on again. */
export const tickRequest = z.object({
  run: rowId,
  line: lineKey,
  ticked: z.boolean(),
})

/** `POST /api/lunch-run/fetched`: everybody pays. `payee`: whom. Only the lunch of a vendor is paid by its runner. */
export const fetchedRequest = z.object({ run: rowId, payee: z.enum(payees).default('venue') })
export type SettledReply = { state: string; settled: number; at_bar: number }

/** `POST /api/lunch-run/report`: opens a case about the payment of the member’s own order. */
export const reportRequest = z.object({
  run: rowId,
  text: textLine('The text', maxReportLength, 'Write what is wrong.').refine(
    Boolean,
    'Write what is wrong.',
  ),
})

/** `POST /api/lunch-list/mail`. `of`: when the order was mailed that this mail corrects; null for the first one. */
export const mailRequest = z.object({
  run: rowId,
  of: z.iso
    .datetime()
    .nullish()
    .transform((at) => (at ? new Date(at) : null)),
})

/** `POST /api/lunch-list/payee`: staff say whom the lunch of a vendor is paid to. */
export const payeeRequest = z.object({ run: rowId, payee: z.enum(payees) })

/** `POST /api/lunch-list/sold-out`: of a dish in a run, by staff. */
export const soldOutRequest = z.object({ run: rowId, dish: dishId, sold_out: z.boolean() })

/** `POST /api/lunch-list/paid`: staff took the money of an order at the bar. */
export const paidRequest = z.object({ order: rowId, till: z.enum(['cash', 'card']) })
