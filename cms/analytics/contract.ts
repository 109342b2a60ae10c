import { z } from 'zod'
import { eventNames, interactionTypes, maxEvents, transitionTypes } from './rules.ts'

/**
 * Made by the browser at random, so that nobody else who shares its address can guess it: whoever knows the id can
 * add to the event. An event that is sent again has the same one.
 */
const id = z.string().regex(/^[\w-]{12,24}$/)
/** Cut and cleaned by the server. */
const text = z.string()
/** Clamped by the server. JSON has no NaN and no infinite numbers, but `1e999` is parsed as one. */
const measured = z.number().nonnegative()
/** When it happened, on the browser's clock in ms since 1970. */
const at = z.number()

const view = z.object({
  type: z.literal('view'),
  ...{ id, at },
  path: text,
  title: text,
  /** Visible time in seconds. Of a view that is sent again, the greatest values count. */
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
  ...{ id, at },
  from: text,
  to: text,
  transition: z.enum(transitionTypes),
})

const interaction = z.object({
  type: z.literal('interaction'),
  ...{ id, at },
  path: text,
  kind: z.enum(interactionTypes).exclude(['event']),
  /** The authored name, else the id, of the element, else the name of its form. */
  elementId: text.optional(),
  elementClass: text.optional(),
  /** Where a link leads: a path of the site, the origin of another one, or a scheme such as `mailto:`. */
  to: text.optional(),
  /** Stored of members who agreed only, and so are the coordinates, in CSS pixels of the page, clamped. */
  text: text.optional(),
  x: z.number().optional(),
  y: z.number().optional(),
})

const named = z.object({
  type: z.literal('event'),
  ...{ id, at },
  path: text,
  name: z.enum(eventNames),
})

const event = z.discriminatedUnion('type', [view, journey, interaction, named])
export type AnalyticsEvent = z.output<typeof event>

/**
 * `POST /api/analytics/collect`, as application/json or text/plain. `sent` is the browser's clock, from which the
 * age of each event is computed. `webdriver`: a program controls the browser. `source`: the campaign parameters of
 * the address that the visit began with. Further fields are ignored, so nothing that is sent decides who
 * somebody is.
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
 * `sessionId` is null, and nothing is stored, for staff and for visitors who opted out. `accepted` is the
 * number of events of the request that are stored, including those that an earlier request had stored.
 */
export type CollectReply = { sessionId: string | null; accepted: number }
/** The network has stored as many events as it may in a day, so these are not. Later ones may be. */
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
