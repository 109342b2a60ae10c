import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { findMemberFigures } from './week-figures.ts'

export const membersAdmin: FeatureAdmin = {
  weekFigures: { order: 30, role: 'publisher', find: findMemberFigures },
}
