import { consents } from '../../collections/consents.ts'
import { audited } from '../../collections/hooks/audit.ts'
import { subscribers } from '../../collections/subscribers.ts'
import { suppressions } from '../../collections/suppressions.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { newsletterCalls } from './calls.ts'
import { newsletterJobs } from './jobs.ts'
import { newsletterLookUps } from './look-ups.ts'
import { receiveMailEvents } from './mail-events.ts'
import { newsletterMailKinds } from './mail-kinds.ts'
import { countJoinedIn } from './queries/subscriber-list.ts'
import { deleteSubscription, findConsents, findSubscriberExport } from './service.ts'
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
  collections: [audited(subscribers, { isPersonal: true }), consents, suppressions],
  calls: newsletterCalls,
  lookUps: newsletterLookUps,
  mailKinds: newsletterMailKinds,
  onMailEvents: receiveMailEvents,
  auditActions: {
    subscriber_added: 'added',
    address_corrected: 'corrected the address of',
    imported: 'imported',
    import_given_up: 'could not import the whole of',
    exported: 'downloaded a list of',
  },
  adminViews: {
    addSubscriber: adminView(
      '/newsletter/add',
      'Add a subscriber',
      'newsletter/admin/AddView#AddView',
    ),
    lists: adminView(
      '/newsletter/lists',
      'Import & export',
      'newsletter/admin/ListsView#ListsView',
    ),
  },
  exportPersonalData: async (db, { email }) => ({
    subscription: await findSubscriberExport(db, email),
    consents: await findConsents(db, email),
  }),
  erasePersonalData: (_, { email }, req) => deleteSubscription(req, email),
  newcomerMetric: {
    label: 'New subscribers',
    about: 'People who began to get letters, also those who have left since, without deleted ones.',
    count: countJoinedIn,
  },
  jobs: newsletterJobs,
}
