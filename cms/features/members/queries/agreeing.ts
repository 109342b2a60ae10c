import { z } from 'zod'
import { type Database, findRows, type SQL, sql } from '../../../platform/database/query.ts'

/** At most one value from each of three lists from which members choose in their profiles. */
export type ProfileChoices = { area?: string; interest?: string; slot?: string }

const agreeingMember = z.object({
  id: z.number(),
  joined: z.string(),
  agreed: z.string(),
  hasArea: z.boolean(),
  hasInterest: z.boolean(),
  hasSlot: z.boolean(),
})
type AgreeingMember = z.output<typeof agreeingMember>

/**
 * Members who agreed that the venue learns from their visits: the days on which they joined and agreed
 * (`YYYY-MM-DD`), and whether they chose each of these values. A value that is not given counts as chosen by
 * everybody.
 */
export const findAgreeingMembers = (
  db: Database,
  { area, interest, slot }: ProfileChoices,
  timeZone: string,
): Promise<AgreeingMember[]> =>
  findRows(db, agreeingMember)`
    select m.id, to_char(m.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as joined,
           to_char(coalesce(m.analytics_consent_at, m.created_at) at time zone ${timeZone}, 'YYYY-MM-DD') as agreed,
           ${hasChosen(sql`members_favourite_areas`, area)} as "hasArea",
           ${hasChosen(sql`members_interests`, interest)} as "hasInterest",
           ${hasChosen(sql`members_time_slots`, slot)} as "hasSlot"
      from members as m where m.analytics_consent`

const hasChosen = (table: SQL, value: string | undefined): SQL =>
  value === undefined
    ? sql`true`
    : sql`exists (select from ${table} as chosen where chosen.parent_id = m.id and chosen.value::text = ${value})`
