import { newcomers } from '../../platform/admin/newcomers.ts'
import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { newsletterCalls } from './calls.ts'
import { newsletterJobs } from './jobs.ts'
import { receiveMailEvents } from './mails/mail-events.ts'
import { newsletterMailKinds } from './mails/mail-kinds.ts'
import { countJoinedIn } from './queries/subscriber-list.ts'
import { deleteSubscription, findConsents, findSubscriberExport } from './service.ts'
import { newsletterLookUps } from './subscribing/look-ups.ts'
import {
  subscriberImportParts,
  subscriberImportRows,
  subscriberImports,
  subscriptionRequests,
} from './table.ts'

export const newsletter: Feature = {
  name: 'newsletter',
  tables: {
    subscription_requests: subscriptionRequests,
    subscriber_imports: subscriberImports,
    subscriber_import_parts: subscriberImportParts,
    subscriber_import_rows: subscriberImportRows,
  },
  calls: newsletterCalls,
  lookUps: newsletterLookUps,
  mailKinds: newsletterMailKinds,
  onMailEvents: receiveMailEvents,
  auditActions: {
    subscriber_added: 'added',
    address_corrected: 'corrected the address of',
    imported: 'imported',
    list_consent_stated: 'stated the consent of',
    import_given_up: 'could not import the whole of',
    exported: 'downloaded a list of',
  },
  adminViews: {
    addSubscriber: adminView(
      '/newsletter/add',
      'Add a subscriber',
      'features/newsletter/admin/AddView#AddView',
    ),
    lists: adminView(
      '/newsletter/lists',
      'Import & export',
      'features/newsletter/admin/ListsView#ListsView',
    ),
  },
  exportPersonalData: async (db, { email }) => ({
    subscription: await findSubscriberExport(db, email),
    consents: await findConsents(db, email),
  }),
  erasePersonalData: (_, { email }, req) => deleteSubscription(req, email),
  provides: [
    newcomers.with({
      label: 'New subscribers',
      about:
        'People who began to get letters, also those who have left since, without deleted ones.',
      count: countJoinedIn,
    }),
  ],
  jobs: newsletterJobs,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoSubscribers(req),
}
