import { z } from 'zod'
import { eventNames, interactionTypes, maxEvents, transitionTypes } from './rules.ts'

/**
 * A random id that the browser makes. Other people with the same IP address must not be able to guess it, because
 * whoever knows the id can add to the event. An event that is sent again has the same id.
 */
const id = z.string().regex(/^[\w-]{12,24}$/)
/** The server shortens and cleans texts. */
const text = z.string()
/** The server clamps numbers. JSON has no NaN and no infinite numbers, but `1e999` is parsed as infinity. */
const measured = z.number().nonnegative()
/** When the event happened, on the browser's clock, in ms since 1970. */
const at = z.number()

const view = z.object({
  type: z.literal('view'),
  id,
  at,
  path: text,
  title: text,
  /** Visible time in seconds. If a view is sent again, the greatest values count. */
  time: measured.optional(),
  /** Percent. */
  scroll: measured.optional(),
  /** Milliseconds; `cls` has no unit. */
  lcp: measured.optional(),
  inp: measured.optional(),
  cls: measured.optional(),
  fcp: measured.optional(),
  ttfb: measured.optional(),
})

const journey = z.object({
  type: z.literal('journey'),
  id,
  at,
  from: text,
  to: text,
  transition: z.enum(transitionTypes),
})

const interaction = z.object({
  type: z.literal('interaction'),
  id,
  at,
  path: text,
  kind: z.enum(interactionTypes).exclude(['event']),
  /** The first of these that exists: the element's name, its id, the name of its form. Generated names are left out. */
  elementId: text.optional(),
  elementClass: text.optional(),
  /** Where a link leads: a path of the site, the origin of another site, or a scheme such as `mailto:`. */
  to: text.optional(),
  /**
   * The text and the coordinates are stored only for members who agreed. Coordinates are CSS pixels of the page,
   * clamped.
   */
  text: text.optional(),
  x: z.number().optional(),
  y: z.number().optional(),
})

const namedEvent = z.object({
  type: z.literal('event'),
  id,
  at,
  path: text,
  name: z.enum(eventNames),
})

const event = z.discriminatedUnion('type', [view, journey, interaction, namedEvent])
export type AnalyticsEvent = z.output<typeof event>

/**
 * `POST /api/analytics/collect`, as application/json or text/plain. `sent` is the time on the browser's clock; the age
 * of each event is computed from it. `webdriver`: a program controls the browser. `source`: the campaign parameters of
 * the URL with which the visit began. Further fields are ignored, so a request can't claim to come from somebody
 * else.
 */
export const collectRequest = z.object({
  sent: z.number(),
  webdriver: z.boolean().optional(),
  source: z
    .object({ source: text.optional(), medium: text.optional(), campaign: text.optional() })
    .optional(),
  referrer: text.optional(),
  events: z.array(event).min(1).max(maxEvents),
})
export type CollectRequest = z.output<typeof collectRequest>

/**
 * For staff and for visitors who opted out, `sessionId` is null and nothing is stored. `accepted` is the number of the
 * request's events that are stored. It includes events that an earlier request stored.
 */
export type CollectReply = { sessionId: string | null; accepted: number }
/** The events are not stored, because the network has reached its limit for the day. Later events may be stored. */
export type LimitedReply = { accepted: 0 }

/** `POST /api/analytics/page-end`: `timeSpent` in seconds, `scrollDepth` in percent. Source: spec section 7. */
export const pageEndRequest = z.object({
  sessionId: z.string().max(100),
  pagePath: text,
  timeSpent: measured,
  scrollDepth: measured,
})
export type PageEndRequest = z.output<typeof pageEndRequest>
export type PageEndReply = { ok: true }
