import type { CollectionConfig } from 'payload'
import { publishers } from './access/staff.ts'
import { asWords } from './fields/labels.ts'

const moment = {
  date: { pickerAppearance: 'dayAndTime', displayFormat: 'd MMM yyyy, HH:mm' },
} as const

/**
 * What subscribers agreed to: when, in which words, by which way. Written once, by the program alone;
 * the database refuses any change. It goes with the subscriber, and with nothing else.
 */
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
  access: { create: () => false, read: publishers, update: () => false, delete: () => false },
  fields: [
    { name: 'subscriber', type: 'relationship', relationTo: 'subscribers', required: true },
    {
      name: 'kind',
      label: 'What',
      type: 'select',
      required: true,
      options: ['given', 'changed', 'withdrawn', 'restored'].map((value) => ({
        value,
        label: asWords(value),
      })),
    },
    {
      name: 'at',
      label: 'Since',
      type: 'date',
      required: true,
      admin: moment,
    },
    {
      name: 'asked_at',
      label: 'Asked for',
      type: 'date',
      admin: moment,
    },
    { name: 'how', label: 'By', type: 'text', required: true },
    { name: 'wording', label: 'In these words', type: 'textarea' },
    { name: 'version', label: 'Wording no.', type: 'text' },
    {
      name: 'interests',
      label: 'For',
      type: 'json',
      // Payload's own would bring an editor of code from another host.
      admin: { components: { Field: '/cms/newsletter/admin/InterestsTold.tsx#InterestsTold' } },
    },
    // Of the letter in which the link stood, where it was one.
    { name: 'letter', type: 'number', admin: { hidden: true } },
  ],
}
