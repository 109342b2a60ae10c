import type { NumberField } from 'payload'
import { type MoneyLimits, moneyError } from '../../cms/admin/shell/money.ts'
import { cell, shownBy } from './admin.ts'

type Money = MoneyLimits & { name: string; label: string }

/** An amount in whole pence (cents); the admin shows and accepts it as `4.95`. */
export const moneyField = ({ name, label, ...limits }: Money): NumberField => ({
  name,
  label,
  type: 'number',
  required: Boolean(limits.required),
  ...(limits.min !== undefined && { min: limits.min }),
  ...(limits.max !== undefined && { max: limits.max }),
  validate: (value: unknown) => moneyError(value, limits) ?? true,
  admin: {
    components: {
      ...shownBy('admin/fields/MoneyField').components,
      ...cell('MoneyCell').components,
    },
  },
})
