import type { CollectionConfig } from 'payload'
import { consentKinds } from '../cms/features/newsletter/rules.ts'
import { dayAndTime, optionsOf, readableBy, shownBy } from '../cms/platform/payload/fields/admin.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

/** Append-only: a trigger refuses changes. Rows are deleted only together with their subscriber. */
export const consents: CollectionConfig = {
  slug: 'consents',
  labels: { singular: 'Consent', plural: 'Consents' },
  defaultSort: '-at',
  disableDuplicate: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'kind',
    defaultColumns: ['subscriber', 'kind', 'at', 'how', 'version'],
    description: 'What subscribers agreed to, and when. Nobody can change what stands here.',
    group: 'Newsletter',
  },
  access: readableBy(permitted('subscribers.read')),
  fields: [
    { name: 'subscriber', type: 'relationship', relationTo: 'subscribers', required: true },
    {
      name: 'kind',
      label: 'What',
      type: 'select',
      required: true,
      options: optionsOf(consentKinds),
    },
    { name: 'at', label: 'Since', type: 'date', required: true, admin: dayAndTime },
    { name: 'asked_at', label: 'Asked for', type: 'date', admin: dayAndTime },
    // How the consent was given, for example `staff` or `link in a mail`.
    { name: 'how', label: 'By', type: 'text', required: true },
    { name: 'wording', label: 'In these words', type: 'textarea' },
    { name: 'version', label: 'Wording no.', type: 'text' },
    {
      name: 'interests',
      label: 'For',
      type: 'json',
      // Payload's own field for JSON would load a code editor from another host.
      admin: shownBy('features/newsletter/admin/InterestList'),
    },
    // The letter with the link that the subscriber used.
    { name: 'letter', type: 'number', admin: { hidden: true } },
  ],
}
