import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findMemberFigures } from './week-figures.ts'

export const membersAdmin: FeatureAdmin = {
  weekFigures: { order: 30, permission: 'members.read', find: findMemberFigures },
}
