import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { redirectsOfPaths } from '../../platform/http/ports.ts'
import { redirectCalls } from './calls.ts'
import { countMissing, startMissingPathsWriter } from './missing.ts'
import { redirectOf } from './service.ts'
import { missingPaths } from './tables.ts'

export const redirects: Feature = {
  name: 'redirects',
  tables: { missing_paths: missingPaths },
  calls: redirectCalls,
  provides: [redirectsOfPaths.with(redirectOf)],
  onMissingPage: countMissing,
  workers: [{ wokenBy: [], start: startMissingPathsWriter }],
  auditActions: { redirects_imported: 'imported' },
  adminViews: {
    redirects: adminView(
      '/redirects',
      'Missing pages & import',
      'features/redirects/admin/RedirectsView#RedirectsView',
    ),
  },
}
