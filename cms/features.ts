import { analytics } from './analytics/feature.ts'
import { audit } from './audit/feature.ts'
import { automations } from './automations/feature.ts'
import { commonGood } from './common-good/feature.ts'
import { content } from './content/feature.ts'
import { credit } from './credit/feature.ts'
import { editing } from './editing/feature.ts'
import { events } from './events/feature.ts'
import type { Feature } from './feature.ts'
import { backgroundJobs } from './jobs/feature.ts'
import { ledger } from './ledger/feature.ts'
import { letters } from './letters/feature.ts'
import { limits } from './limits/feature.ts'
import { mail } from './mail/feature.ts'
import { media } from './media/feature.ts'
import { members } from './members/feature.ts'
import { newsletter } from './newsletter/feature.ts'
import { nudges } from './nudges/feature.ts'
import { payments } from './payments/feature.ts'
import { push } from './push/feature.ts'
import { redirects } from './redirects/feature.ts'
import { security } from './security/feature.ts'
import { staff } from './staff/feature.ts'
import { till } from './till/feature.ts'
import { trash } from './trash/feature.ts'
import { venue } from './venue/feature.ts'

/**
 * Every feature and platform module with tables, collections or calls. A new feature is added to this
 * list. The admin's menu shows the groups of collections in the order of this list.
 */
export const features: readonly Feature[] = [
  content,
  editing,
  mail,
  letters,
  media,
  venue,
  events,
  redirects,
  commonGood,
  ledger,
  till,
  payments,
  staff,
  newsletter,
  automations,
  members,
  credit,
  nudges,
  analytics,
  audit,
  limits,
  security,
  backgroundJobs,
  push,
  trash,
]
