import { audited } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import { redirects as redirectsCollection } from '../../collections/redirects.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { redirectCalls } from './calls.ts'
import { countMissing, startMissingPathsWriter } from './missing.ts'
import { redirectOf } from './service.ts'
import { missingPaths } from './tables.ts'

export const redirects: Feature = {
  name: 'redirects',
  tables: { missing_paths: missingPaths },
  collections: [recoverable(audited(redirectsCollection))],
  calls: redirectCalls,
  findRedirect: redirectOf,
  onMissingPage: countMissing,
  workers: [{ wokenBy: [], start: startMissingPathsWriter }],
  auditActions: { redirects_imported: 'imported' },
  adminViews: {
    redirects: adminView(
      '/redirects',
      'Missing pages & import',
      'redirects/admin/RedirectsView#RedirectsView',
    ),
  },
}
