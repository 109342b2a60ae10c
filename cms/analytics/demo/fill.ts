import type { PayloadRequest } from 'payload'
import { type SQL, sql } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { venueDay } from '../rollups/days.ts'
import { addDays } from '../rollups/rules.ts'
import { insertTraffic } from './traffic.ts'

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

/** Adds invented visits of the last two months, until yesterday, to the demo venue. */
export const fillDemoTraffic = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const yesterday = addDays(venueDay(new Date(), 'Europe/London'), -1)
    await insertTraffic(
      (statement, parameters) => db.execute(withParameters(statement, parameters)),
      {
        ...{ from: addDays(yesterday, 1 - days), to: yesterday, visitorsPerDay },
        ...{ pages, hasCampaigns: false },
      },
    )
  })

/** A statement whose parameters, if it has any, are `$1` and so on. */
const withParameters = (statement: string, parameters?: readonly unknown[]): SQL =>
  parameters
    ? sql.join(
        statement
          .split(/(\$\d)/)
          .map((part) =>
            /^\$\d$/.test(part)
              ? sql`${sql.param(parameters[Number(part[1]) - 1])}`
              : sql.raw(part),
          ),
      )
    : sql.raw(statement)
