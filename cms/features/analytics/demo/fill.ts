import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { venueDay } from '../rollups/days.ts'
import { addDays } from '../rollups/rules.ts'
import { insertTraffic, queryOn } from './queries/traffic.ts'

const days = 62
const visitorsPerDay = 45

const pages = [
  ['/', 'Common People'],
  ['/cafe', 'Cafe'],
  ['/beer', 'Beer Hall'],
  ['/calendar', 'What’s on'],
  ['/cocktails', 'Cocktail Bar'],
  ['/kitchens', 'Kitchens'],
  ['/hall', 'Hall'],
  ['/common-room', 'The Common Room'],
  ['/community', 'Community'],
  ['/common-good', 'The Common Good'],
  ['/privacy', 'Privacy'],
] as const

/** Adds invented visits of the last two months until yesterday to the demo venue. */
export const fillDemoTraffic = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const last = addDays(venueDay(new Date(), 'Europe/London'), -1)
    await insertTraffic(queryOn(db), {
      from: addDays(last, 1 - days),
      to: last,
      visitorsPerDay,
      pages,
      hasCampaigns: false,
    })
  })
