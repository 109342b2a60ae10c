import type { APIRoute } from 'astro'
import { getPayload } from 'payload'
import { filters } from '../../cms/events/calendar/rules.ts'
import { publicFeedFile } from '../../cms/events/feeds/feeds.ts'
import { eventsTag } from '../../cms/events/tags.ts'
import { venueTags } from '../../cms/venue/tags.ts'
import config from '../../payload.config.ts'

/** The public events as a calendar. The query may limit it to an area or an interest. */
export const GET: APIRoute = async ({ locals, url }) => {
  const { notes } = locals
  notes.tags.add(eventsTag).add(venueTags.venue)
  // As time passes, dates drop out of the calendar.
  notes.maxAgeMs = Math.min(notes.maxAgeMs, 60 * 60_000)
  const file = await publicFeedFile(await getPayload({ config }), {
    area: filters.area[url.searchParams.get('area') ?? ''] ?? null,
    interest: filters.interest[url.searchParams.get('interest') ?? ''] ?? null,
  })
  return new Response(file, { headers: { 'content-type': 'text/calendar; charset=utf-8' } })
}
