import { z } from 'zod'

/** `POST /api/analytics/consent`: whether the venue may learn from the member's visits. */
export const consentRequest = z.object({
  consent: z.boolean({ error: 'Say whether you agree: true or false.' }),
})
export type ConsentReply = { consent: boolean }

/** A visit in the trail of a member. Times are ISO 8601. */
export type TrailVisit = {
  id: string
  started_at: string
  /** For example `Safari`, `iOS` and `phone`. */
  browser: string
  os: string
  device_type: string
  /** Two letters; null if unknown. */
  country: string | null
  /** The referring site, or the campaign. */
  source: string | null
  pages: {
    path: string
    /** The title when the page was viewed, or else words for the page. */
    title: string
    at: string
    seconds: number
    /** Percent. */
    scroll: number
  }[]
  /** `name`: the text of the element, or else words for it; null if nothing is known. */
  actions: { path: string; kind: string; name: string | null; at: string }[]
}

const noMoment = 'Say before which time.'
// PostgreSQL refuses offsets of 16 hours and more, and the year 0.
const moment = z.iso
  .datetime({ offset: true, error: noMoment })
  .regex(/(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/, noMoment)
  .transform((text) => new Date(text).toISOString())
  .pipe(z.string().regex(/^(?!0000)\d{4}-/, noMoment))

/**
 * `GET /api/analytics/trail?before=`: `next` is the value of `before` for older visits; null if there are no older
 * visits.
 */
export const trailQuery = z.object({ before: moment.optional() })
export type TrailReply = { visits: TrailVisit[]; next: string | null }

/** `DELETE /api/analytics/trail`: how many visits were deleted. */
export type TrailDeletedReply = { deleted: number }
