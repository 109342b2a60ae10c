import type { CollectionConfig } from 'payload'
import { commonGoodTag } from '../cms/common-good/tags.ts'
import { admins, editors, publishers } from './access/staff.ts'
import { dayAndTime } from './fields/admin.ts'
import { moneyField } from './fields/money.ts'
import { announceAll } from './hooks/announce.ts'

/** Payments into the Common Good fund, or out of it (negative). The footer shows the sum. */
export const commonGood: CollectionConfig = {
  slug: 'common_good',
  labels: { singular: 'Common Good entry', plural: 'Common Good' },
  admin: {
    useAsTitle: 'note',
    defaultColumns: ['entered_at', 'amount_cents', 'note'],
    description:
      'What went into the common pot, or with a minus came out of it. The footer shows the sum.',
    group: 'House',
  },
  defaultSort: '-entered_at',
  access: { create: publishers, read: editors, update: publishers, delete: admins },
  hooks: announceAll(() => [commonGoodTag]),
  fields: [
    moneyField({
      name: 'amount_cents',
      label: 'Amount',
      required: true,
      min: -100_000_000,
      max: 100_000_000,
    }),
    { name: 'note', label: 'What for', type: 'text', required: true, maxLength: 200 },
    {
      name: 'entered_at',
      label: 'Date',
      type: 'date',
      required: true,
      defaultValue: () => new Date().toISOString(),
      admin: dayAndTime,
    },
  ],
}
