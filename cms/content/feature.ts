import { cmsContent, cmsGlobalContent } from '../../collections/cms-content.ts'
import { faq } from '../../collections/faq.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import { adminView } from '../admin/view.ts'
import { visualPath } from '../editing/admin/visual-path.ts'
import type { Feature } from '../feature.ts'
import { findPagesShowing } from './queries/page-rows.ts'
import { pageName } from './routes.ts'

export const content: Feature = {
  name: 'content',
  collections: [cmsContent, cmsGlobalContent, recoverable(faq)],
  tokenPaths: ['/manage-event/:token'],
  adminViews: { faq: adminView('/faq', 'Questions', 'content/admin/FaqView#FaqView') },
  findPictureUses: async (db, mediaIds) =>
    (await findPagesShowing(db, mediaIds)).map(({ picture, page, key }) => ({
      picture,
      place: `the page “${pageName(page)}”`,
      path: `/visual/${visualPath(page, '', key)}`,
    })),
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoQuestions(req),
}
