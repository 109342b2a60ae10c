import type { NumberField } from 'payload'
import { type MoneyLimits, moneyProblem } from '../../admin/shell/money.ts'
import { component, listCell, shownBy } from './admin.ts'

type Money = MoneyLimits & { name: string; label: string }

/**
 * An amount in whole pence (cents). The admin shows it as `4.95`. `readAmount` parses typed text: the form
 * calls it in the browser, the hook `readAmounts` on the server.
 */
export const moneyField = ({ name, label, ...limits }: Money): NumberField => ({
  name,
  label,
  type: 'number',
  required: Boolean(limits.required),
  ...(limits.min !== undefined && { min: limits.min }),
  ...(limits.max !== undefined && { max: limits.max }),
  custom: { isMoney: true },
  validate: (value: unknown) => moneyProblem(value, limits) ?? true,
  admin: {
    components: {
      ...shownBy('platform/admin/fields/MoneyField').components,
      ...listCell('MoneyCell').components,
      Diff: component('platform/admin/lists/Differences#MoneyDifference'),
    },
  },
})
