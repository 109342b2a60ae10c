import { audited } from '../../collections/hooks/audit.ts'
import { users } from '../../collections/users.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { staffActions } from './audit-actions.ts'
import { firstAdminCalls } from './calls.ts'
import { staffJobs } from './jobs.ts'
import { staffMailKinds } from './mail-kinds.ts'
import { staffChallenges, staffLinks, staffPasskeys, staffSessions } from './tables.ts'

export const staff: Feature = {
  name: 'staff',
  tables: {
    staff_sessions: staffSessions,
    staff_links: staffLinks,
    staff_passkeys: staffPasskeys,
    staff_challenges: staffChallenges,
  },
  collections: [audited(users)],
  calls: firstAdminCalls,
  mailKinds: staffMailKinds,
  jobs: staffJobs,
  adminViews: {
    reset: adminView('/reset', 'Choose a password', 'staff/admin/ResetView#ResetView'),
  },
  tokenPaths: ['/cms/reset/:token', '/admin/first/:token'],
  auditActions: staffActions,
}
