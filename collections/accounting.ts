import type { Field, GlobalConfig } from 'payload'
import {
  type AccountField,
  defaultAccountingCodes,
  vatField,
  vatProblem,
} from '../cms/features/till/rules.ts'
import { areaName } from '../cms/features/venue/names.ts'
import { venueAreas } from '../cms/features/venue/rules.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const labels: Record<AccountField, string> = {
  till_cash: 'Cash at the bar',
  till_card: 'Card terminal',
  clearing_stripe: 'Card payments on the web',
  clearing_opening: 'From before the ledger',
  clearing_claims: 'Sent credit that nobody claimed yet',
  clearing_bank: 'Bank account',
  member: 'Credit of members',
  common_good: 'Common Good',
  cause: 'Causes of the Common Good',
  venue: 'What the venue earned',
  venue_deposits: 'Deposits of guests',
}

const codeField = ([name, label]: [string, string]): Field => ({
  name,
  label,
  type: 'text',
  maxLength: 20,
  defaultValue: defaultAccountingCodes[name as AccountField],
  admin: { description: `Empty: ${defaultAccountingCodes[name as AccountField]}.` },
})

/** The codes of the ledger's accounts in the venue's accounting. */
export const accounting: GlobalConfig = {
  slug: 'accounting',
  label: 'Account codes',
  admin: {
    group: 'Money',
    description: 'The accounting export writes these codes beside each entry.',
  },
  access: {
    read: permitted('books.read'),
    update: permitted('books.manage'),
    readVersions: () => false,
  },
  fields: [
    ...Object.entries(labels).map(codeField),
    {
      type: 'collapsible',
      label: 'VAT in prices, in percent',
      fields: venueAreas.map(
        (area): Field => ({
          name: vatField(area),
          label: areaName(area),
          type: 'number',
          min: 0,
          max: 100,
          validate: (value: unknown) => vatProblem(value) ?? true,
          admin: {
            description: 'Empty: none is written. The export writes it beside what was sold here.',
          },
        }),
      ),
    },
  ],
}
