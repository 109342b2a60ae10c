import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { findMemberNumbers } from './week-numbers.ts'

export const membersAdmin: FeatureAdmin = {
  weekNumbers: { order: 30, role: 'publisher', find: findMemberNumbers },
}
