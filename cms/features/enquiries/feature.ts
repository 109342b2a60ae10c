import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { calendarEntries } from '../events/ports.ts'
import { payableKinds } from '../payments/ports.ts'
import { spaceHolds } from '../venue/spaces.ts'
import { heldOnCalendar } from './calendar.ts'
import { guestCalls } from './calls.ts'
import { findEnquiryPage } from './guest/page-data.ts'
import { enquiryJobs } from './jobs.ts'
import { enquiryMailKinds } from './mails/kinds.ts'
import { enquiryPages } from './pages.ts'
import { payableDeposits } from './payable.ts'
import { eraseOwned } from './personal-data.ts'
import { isSpaceHeld } from './queries/holds.ts'
import { exportEnquiries } from './queries/personal-data.ts'
import { enquirePath } from './rules.ts'
import { staffCalls } from './staff/calls.ts'
import * as tables from './tables.ts'

export const enquiries: Feature = {
  name: 'enquiries',
  tables: {
    enquiries: tables.enquiries,
    enquiry_messages: tables.enquiryMessages,
    enquiry_quotes: tables.enquiryQuotes,
    enquiry_holds: tables.enquiryHolds,
    enquiry_files: tables.enquiryFiles,
  },
  calls: [...guestCalls, ...staffCalls],
  tokenPaths: [`${enquirePath}/enquiry/:token`],
  lookUps: [
    {
      path: enquiryPages,
      find: async (payload, path) =>
        (await findEnquiryPage(payload, path.split('/').at(-1) ?? ''))
          ? 'own'
          : { sameAs: `${enquirePath}/enquiry` },
    },
  ],
  mailKinds: enquiryMailKinds,
  jobs: enquiryJobs,
  auditActions: {
    enquiry_changed: 'changed',
    enquiry_confirmed: 'confirmed',
    enquiry_accepted: 'accepted the quote of',
    enquiry_declined: 'declined the quote of',
    enquiry_quoted: 'sent a quote for',
    enquiry_withdrawn: 'withdrew the quote of',
    enquiry_quote_ended: 'ended the quote of',
    enquiry_deposit_changed: 'has another deposit for',
    enquiry_won: 'won',
    enquiry_lost: 'closed',
    enquiry_reopened: 'opened again',
    enquiry_erased: 'erased',
  },
  adminViews: {
    enquiries: adminView(
      '/enquiries',
      'Enquiries',
      'features/enquiries/admin/EnquiriesView#EnquiriesView',
    ),
  },
  provides: [
    spaceHolds.with(isSpaceHeld),
    calendarEntries.with(heldOnCalendar),
    payableKinds.with(payableDeposits),
  ],
  exportPersonalData: exportEnquiries,
  erasePersonalData: eraseOwned,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoEnquiries(req),
}
