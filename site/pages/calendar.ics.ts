import type { APIRoute } from 'astro'
import { filters } from '../../cms/features/events/calendar/rules.ts'
import { publicFeedFile } from '../../cms/features/events/feeds/feeds.ts'
import { eventsTag } from '../../cms/features/events/tags.ts'
import { venueTags } from '../../cms/features/venue/tags.ts'
import { findPayload } from '../open-page.ts'

/** The public events as a calendar. The query may limit it to an area or an interest. */
export const GET: APIRoute = async ({ locals, url }) => {
  const { notes } = locals
  notes.tags.add(eventsTag).add(venueTags.venue)
  // As time passes, dates drop out of the calendar.
  notes.maxAgeMs = Math.min(notes.maxAgeMs, 60 * 60_000)
  const file = await publicFeedFile(await findPayload(), {
    area: filters.area[url.searchParams.get('area') ?? ''] ?? null,
    interest: filters.interest[url.searchParams.get('interest') ?? ''] ?? null,
  })
  return new Response(file, { headers: { 'content-type': 'text/calendar; charset=utf-8' } })
}
