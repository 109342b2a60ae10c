import type { CollectionConfig } from 'payload'
import { publicPages } from '../cms/content/routes.ts'
import { tags } from '../cms/tags.ts'
import { edited } from './cms-content.ts'

/** Questions and answers of a page, in the order of `position`. */
export const faq: CollectionConfig = {
  slug: 'faq',
  labels: { singular: 'Question', plural: 'Questions' },
  defaultSort: ['page', 'position'],
  admin: {
    useAsTitle: 'question',
    defaultColumns: ['question', 'page', 'position', '_status'],
    group: 'Pages',
  },
  ...edited(
    ({ page }) => [tags.content(String(page))],
    ({ page, question }) => `${page}: ${question}`,
  ),
  fields: [
    {
      name: 'page',
      type: 'select',
      required: true,
      index: true,
      options: Object.values(publicPages).map((value) => ({ value, label: value })),
    },
    { name: 'question', type: 'text', required: true, maxLength: 300 },
    { name: 'answer', type: 'textarea', required: true, maxLength: 10_000 },
    { name: 'position', type: 'number', required: true, defaultValue: 0 },
  ],
}
