import type { NumberField } from 'payload'
import { type MoneyLimits, moneyError } from '../../cms/admin/shell/money.ts'

type Money = MoneyLimits & { name: string; label: string; width?: string }

/** An amount in whole pence (cents), shown and taken in the admin as a person writes it. */
export const moneyField = ({ name, label, width, ...limits }: Money): NumberField => ({
  name,
  label,
  type: 'number',
  required: Boolean(limits.required),
  ...(limits.min !== undefined && { min: limits.min }),
  ...(limits.max !== undefined && { max: limits.max }),
  validate: (value: unknown) => moneyError(value, limits) ?? true,
  admin: {
    ...(width && { width }),
    components: {
      Field: '/cms/admin/fields/MoneyField.tsx#MoneyField',
      Cell: '/cms/admin/lists/Cells.tsx#MoneyCell',
    },
  },
})
