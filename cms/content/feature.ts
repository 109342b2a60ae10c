import { cmsContent, cmsGlobalContent } from '../../collections/cms-content.ts'
import { faq } from '../../collections/faq.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'

export const content: Feature = {
  name: 'content',
  collections: [cmsContent, cmsGlobalContent, faq],
  secretPaths: ['/manage-event/:token'],
  adminViews: { faq: adminView('/faq', 'Questions', 'content/admin/FaqView#FaqView') },
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoQuestions(req),
}
