import { z } from 'zod'
import { type MoneyLimits, moneyProblem, readAmount } from '../../admin/shell/money.ts'

/** A random key, created when a form is rendered. A repeated request with the same key moves no money. */
export const formKeyField = z.string().regex(/^[0-9a-f]{24}$/, 'Load the page again.')

/** Minor units as an integer, or a typed amount such as `4.95`; the output is minor units. Zero is refused. */
export const amountField = (limits: MoneyLimits) =>
  z
    .union([z.number(), z.string().max(40)], { error: 'Write an amount, for example 4.95.' })
    .transform((value, context) => {
      const read = typeof value === 'string' ? readAmount(value) : { cents: value }
      const problem = moneyProblem(value, limits)
      if (!problem && 'cents' in read && read.cents) return read.cents
      context.addIssue({ code: 'custom', message: problem ?? 'Write an amount other than 0.' })
      return z.NEVER
    })
