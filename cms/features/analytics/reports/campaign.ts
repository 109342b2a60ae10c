import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { countWhoCame } from '../../check-in/service.ts'
import type { CampaignVisits } from '../../letters/campaigns/contract.ts'
import type { CampaignQuery } from '../../letters/campaigns/ports.ts'
import { countWhoReserved } from '../../reservations/service.ts'
import { findVenue } from '../../venue/service.ts'
import { formatSettings, settingsOfRange } from '../admin/settings.ts'
import { eventText, pageText } from '../admin/texts.ts'
import { cutoffDay, keepInWords, keepOf } from '../retention/rules.ts'
import { venueDay } from '../rollups/days.ts'
import { addDays, type DayRange, daysOf } from '../rollups/rules.ts'
import { type EventName, eventNames } from '../rules.ts'
import {
  countCampaign,
  findCampaignEvents,
  findCampaignMembers,
  findCampaignPages,
} from './queries/campaign.ts'
import { isSmall, withoutSmall } from './small-groups.ts'
import { findTitles } from './titles.ts'

const maxPages = 3

/** The events that are listed as actions: all except those of nudges. */
const actionNames = eventNames.filter(
  (name: EventName) => name !== 'nudge_shown' && name !== 'nudge_clicked',
)

/**
 * What visitors of a campaign did. A number about one to four people is not shown. Staff could tell who these
 * people are if only a few have got the campaign's link.
 */
export async function readCampaignVisits(
  payload: Payload,
  { from, until, cameDays, ...campaign }: CampaignQuery,
): Promise<CampaignVisits> {
  const { timeZone } = await findVenue(payload)
  const today = venueDay(new Date(), timeZone)
  const first = venueDay(from, timeZone)
  const range = { from: first, to: venueDay(new Date(Math.min(+until - 1, Date.now())), timeZone) }
  const path = pathOf(campaign, range)
  if (first < cutoffDay('user_sessions', today)) {
    return { kind: 'deleted', keptFor: keepInWords(keepOf('user_sessions')), path }
  }
  const db = databaseOf(payload)
  // A visit around midnight may be stored under the day before.
  const days = daysOf({ ...range, from: addDays(first, -1) })
  const query = { ...campaign, from, until, cameDays, days }
  const { visits, people, views } = await countCampaign(db, query)
  if (visits === 0) return { kind: 'none' }
  if (isSmall(people)) return { kind: 'few' }
  const pages = withoutSmall(await findCampaignPages(db, query)).slice(0, maxPages)
  const titles = await findTitles(
    payload,
    pages.map(({ page }) => page),
  )
  const isOver = +until + cameDays * 86_400_000 <= Date.now()
  const areActionsKept = first >= cutoffDay('user_interactions', today)
  return {
    kind: 'counted',
    visits,
    views,
    path,
    pages: pages.map(({ page, views: pageViews, visits: pageVisits }) => ({
      page: pageText(page),
      views: pageViews,
      visits: pageVisits,
      title: titles.get(page) ?? null,
    })),
    actions: areActionsKept
      ? { kind: 'counted', rows: actionRows(await findCampaignEvents(db, query)) }
      : { kind: 'deleted', keptFor: keepInWords(keepOf('user_interactions')) },
    afterwards: isOver ? await countAfterwards(db, query) : null,
  }
}

/** What the members among the visitors did in the days after their visits. */
async function countAfterwards(db: Database, query: Parameters<typeof findCampaignMembers>[1]) {
  const members = await findCampaignMembers(db, query)
  const inTime = { days: query.cameDays }
  return {
    reserved: withoutFew(await countWhoReserved(db, members, inTime)),
    came: withoutFew(await countWhoCame(db, members, inTime)),
  }
}

function actionRows(events: Awaited<ReturnType<typeof findCampaignEvents>>) {
  return actionNames.map((name) => {
    const found = events.find((event) => event.name === name)
    const isHidden = found !== undefined && isSmall(found.people)
    return { name: eventText(name), visits: isHidden ? null : (found?.visits ?? 0) }
  })
}

const withoutFew = (members: number): number | null => (isSmall(members) ? null : members)

/** The path of the analytics screen with the numbers of a campaign. */
const pathOf = (filters: { source: string; campaign: string }, range: DayRange): string =>
  `/cms/member-analytics${formatSettings({
    ...settingsOfRange(range),
    compare: 'none',
    filters,
    bots: false,
    measure: 'sessions',
    tabs: {},
  })}`
