import type { CollectionConfig } from 'payload'
import { maxCauseSlugLength } from '../cms/features/common-good/causes.ts'
import {
  causeSlug,
  keepFundedCause,
  keepFundedCauseInTrash,
} from '../cms/features/common-good/collection-hooks.ts'
import { causeStates, causeStateTexts } from '../cms/features/common-good/rules.ts'
import { commonGoodPagesTag } from '../cms/features/common-good/tags.ts'
import { component, fieldRow } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { moneyField } from '../cms/platform/payload/fields/money.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { anyone, permitted } from '../cms/platform/staff/collection-access.ts'

/** What the Common Good collects money for. Saved changes are live at once. */
export const causes: CollectionConfig = {
  slug: 'causes',
  labels: { singular: 'Cause', plural: 'Causes' },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'state', 'goal_cents'],
    description: 'What is saved here is on /common-good at once.',
    group: 'Common Good',
    components: { beforeListTable: [component('features/common-good/admin/CausesLink')] },
  },
  defaultSort: '-id',
  disableDuplicate: true,
  access: {
    create: permitted('causes.manage'),
    read: anyone,
    update: permitted('causes.manage'),
    delete: permitted('causes.manage'),
  },
  hooks: {
    ...announceAll(() => [commonGoodPagesTag]),
    beforeValidate: [causeSlug],
    beforeChange: [keepFundedCauseInTrash],
    beforeDelete: [keepFundedCause],
  },
  fields: withCleanTexts([
    { name: 'title', type: 'text', required: true, maxLength: 80 },
    {
      name: 'slug',
      label: 'Address on the page',
      type: 'text',
      required: true,
      unique: true,
      index: true,
      maxLength: maxCauseSlugLength,
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
  ]),
}
