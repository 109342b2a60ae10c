import type { CollectionConfig } from 'payload'
import { publicPageOrStaff } from '../cms/features/content/collection-access.ts'
import { editableCollection } from '../cms/features/content/editing/edited.ts'
import { questionLock } from '../cms/features/content/editing/questions.ts'
import { pageName } from '../cms/features/content/routes.ts'
import { contentTags } from '../cms/features/content/tags.ts'
import { publicPages } from '../cms/features/pages.ts'
import { formPart } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'

// A question that moves to another page changes both pages.
const questions = editableCollection(
  'faq',
  ({ page }, previous) =>
    [...new Set([page, previous?.page ?? page])].map((each) => contentTags.page(String(each))),
  ({ page, question }) => `${page}: ${question}`,
  ({ id }) => questionLock(Number(id)),
)

/** Questions and answers of a page, in the order of `position`. */
export const faq: CollectionConfig = {
  labels: { singular: 'Question', plural: 'Questions' },
  defaultSort: ['page', 'position'],
  admin: {
    useAsTitle: 'question',
    defaultColumns: ['question', 'page', 'position', '_status'],
    // Not in the navigation: staff open a question from the page that shows it.
    group: false,
  },
  ...questions,
  access: { ...questions.access, read: publicPageOrStaff },
  fields: withCleanTexts([
    formPart('all_questions', 'features/content/admin/RecordLinks#AllQuestions', {
      position: 'sidebar',
    }),
    {
      name: 'page',
      type: 'select',
      required: true,
      index: true,
      label: 'Show on page',
      defaultValue: ({ req }) => req?.query?.page,
      options: Object.values(publicPages).map((value) => ({ value, label: pageName(value) })),
    },
    { name: 'question', type: 'text', required: true, maxLength: 300 },
    { name: 'answer', type: 'textarea', required: true, maxLength: 10_000 },
    {
      name: 'position',
      label: 'Place on the page',
      type: 'number',
      required: true,
      defaultValue: ({ req }) => Number(req?.query?.position) || 0,
      admin: { description: 'The question with the lowest number comes first.' },
    },
  ]),
}
