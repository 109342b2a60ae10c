import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { lookUpOf } from '../reservations/calls.ts'
import { reservationKinds } from '../reservations/kind.ts'
import { auditActionsOf } from '../reservations/staff/actions.ts'
import { dropCalls } from './calls.ts'
import { dropJobs } from './jobs.ts'
import { dropKind } from './kind.ts'
import { dropMailKinds } from './mails/kinds.ts'
import { findDropLookUp } from './page-data.ts'
import { dropPages } from './pages.ts'
import { eraseDrops, exportDrops } from './personal-data.ts'
import { findDropPictures } from './picture-uses.ts'
import { dropAuditActions } from './staff/audit-actions.ts'
import { staffCalls } from './staff/calls.ts'
import { dropBells, dropClaims, dropEntries, drops } from './tables.ts'

export const secretKitchens: Feature = {
  name: 'secret-kitchens',
  tables: {
    secret_drops: drops,
    secret_drop_entries: dropEntries,
    secret_drop_claims: dropClaims,
    secret_drop_bells: dropBells,
  },
  calls: [...dropCalls.map((each) => ({ ...each, onSecretHost: 'only' as const })), ...staffCalls],
  tokenPaths: ['/secretkitchens/claim/:token'],
  lookUps: [lookUpOf(dropKind), { path: dropPages, find: findDropLookUp }],
  mailKinds: dropMailKinds,
  jobs: dropJobs,
  auditActions: { ...auditActionsOf('drop'), ...dropAuditActions },
  adminViews: {
    secretKitchens: adminView(
      '/secret-kitchens',
      'Secret kitchens',
      'features/secret-kitchens/admin/DropsView#DropsView',
    ),
  },
  provides: [reservationKinds.with(dropKind)],
  findPictureUses: findDropPictures,
  exportPersonalData: exportDrops,
  erasePersonalData: eraseDrops,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoDrops(req),
}
