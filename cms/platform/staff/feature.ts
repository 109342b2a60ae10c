import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { staffActions } from './audit-actions.ts'
import { firstAdminCalls } from './calls.ts'
import { staffJobs } from './jobs.ts'
import { staffMailKinds } from './mail-kinds.ts'
import {
  staffChallenges,
  staffExposedPasswords,
  staffLinks,
  staffPasskeys,
  staffSessions,
} from './tables.ts'

export const staff: Feature = {
  name: 'staff',
  tables: {
    staff_sessions: staffSessions,
    staff_links: staffLinks,
    staff_exposed_passwords: staffExposedPasswords,
    staff_passkeys: staffPasskeys,
    staff_challenges: staffChallenges,
  },
  calls: firstAdminCalls,
  mailKinds: staffMailKinds,
  jobs: staffJobs,
  adminViews: {
    permissions: adminView(
      '/permissions',
      'Who may do what',
      'platform/staff/admin/PermissionsView#PermissionsView',
    ),
    reset: adminView('/reset', 'Choose a password', 'platform/staff/admin/ResetView#ResetView'),
  },
  tokenPaths: ['/cms/reset/:token', '/admin/first/:token'],
  auditActions: staffActions,
}
