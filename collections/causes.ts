import type { CollectionConfig } from 'payload'
import { causeStates, causeStateTexts } from '../cms/common-good/rules.ts'
import { commonGoodPagesTag } from '../cms/common-good/tags.ts'
import { anyone, publishers } from './access/staff.ts'
import { component, fieldRow } from './fields/admin.ts'
import { moneyField } from './fields/money.ts'
import { announceAll } from './hooks/announce.ts'
import { keepFundedCause, keepFundedCauseInTrash, slugFromTitle } from './hooks/causes.ts'

/** What the Common Good collects money for. Saved changes are live at once. */
export const causes: CollectionConfig = {
  slug: 'causes',
  labels: { singular: 'Cause', plural: 'Causes' },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'state', 'goal_cents'],
    description: 'What is saved here is on /common-good at once.',
    group: 'Common Good',
    components: { beforeListTable: [component('common-good/admin/CausesLink')] },
  },
  defaultSort: '-id',
  disableDuplicate: true,
  access: { create: publishers, read: anyone, update: publishers, delete: publishers },
  hooks: {
    ...announceAll(() => [commonGoodPagesTag]),
    beforeValidate: [slugFromTitle],
    beforeChange: [keepFundedCauseInTrash],
    beforeDelete: [keepFundedCause],
  },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 80 },
    {
      name: 'slug',
      label: 'Address on the page',
      type: 'text',
      required: true,
      unique: true,
      index: true,
      maxLength: 60,
      validate: (value: unknown) =>
        (typeof value === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)) ||
        'Use small letters, digits and single hyphens.',
      admin: { description: 'Made from the title if you leave it empty.' },
    },
    { name: 'text', type: 'textarea', required: true, maxLength: 600 },
    { name: 'picture', type: 'upload', relationTo: 'media' },
    fieldRow(
      moneyField({
        name: 'goal_cents',
        label: 'Goal',
        required: true,
        min: 100,
        max: 100_000_000,
      }),
      {
        name: 'state',
        type: 'select',
        required: true,
        defaultValue: 'open',
        index: true,
        options: causeStates.map((value) => ({ value, label: causeStateTexts[value] })),
      },
    ),
  ],
}
