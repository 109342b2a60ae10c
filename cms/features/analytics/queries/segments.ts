import { z } from 'zod'
import { type Database, execute, findRows, jsonRows } from '../../../platform/database/query.ts'

/** The properties of a session by which reports can be filtered. */
export const segmentProperties = z.object({
  device_type: z.string(),
  browser: z.string(),
  os: z.string(),
  country: z.string().nullable(),
  is_authenticated: z.boolean(),
  bot: z.string().nullable(),
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
})
export type SegmentProperties = z.output<typeof segmentProperties>

const row = z.object({ index: z.number(), id: z.number() })

/**
 * The ids of segments. New segments are stored.
 * @returns in the order of `wanted`
 */
export async function findSegments(
  db: Database,
  wanted: readonly SegmentProperties[],
): Promise<number[]> {
  if (wanted.length === 0) return []
  const rows = jsonRows(wanted.map((each, index) => ({ ...segmentProperties.parse(each), index })))
  await execute(db)`
    insert into analytics_segments
           (device_type, browser, os, country, is_authenticated, bot, source, medium, campaign)
    select distinct device_type, browser, os, country, is_authenticated, bot, source, medium, campaign
      from jsonb_to_recordset(${rows}) as w(device_type text, browser text, os text, country text,
             is_authenticated boolean, bot text, source text, medium text, campaign text)
     order by device_type, browser, os, country, is_authenticated, bot, source, medium, campaign
    on conflict do nothing`
  // `is not distinct from` would not use the index.
  const found = await findRows(db, row)`
    select w.index, s.id
      from jsonb_to_recordset(${rows}) as w(index int, device_type text, browser text, os text,
             country text, is_authenticated boolean, bot text, source text, medium text, campaign text)
      join analytics_segments as s
        on s.device_type = w.device_type and s.browser = w.browser and s.os = w.os
       and (s.country = w.country or s.country is null and w.country is null)
       and s.is_authenticated = w.is_authenticated
       and (s.bot = w.bot or s.bot is null and w.bot is null)
       and (s.source = w.source or s.source is null and w.source is null)
       and (s.medium = w.medium or s.medium is null and w.medium is null)
       and (s.campaign = w.campaign or s.campaign is null and w.campaign is null)`
  const ids = new Map(found.map(({ index, id }) => [index, id]))
  return wanted.map((_, index) => {
    const id = ids.get(index)
    if (id === undefined) throw new Error('A segment was deleted while it was read.')
    return id
  })
}
