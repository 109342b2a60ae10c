/** Texts and numbers of an event that are longer or larger are cut or clamped. */
export const longest = {
  path: 300,
  title: 150,
  referrer: 300,
  /** Campaign parameters and the referring host. */
  source: 60,
  elementId: 100,
  elementClass: 100,
  /** Source: spec section 9. */
  elementText: 100,
  userAgent: 400,
} as const

/** The tables that events are stored in, each partitioned by month. */
export const rawTables = [
  'user_sessions',
  'page_views',
  'user_journeys',
  'user_interactions',
] as const
export type RawTable = (typeof rawTables)[number]

/** Their columns with moments. Files have these in ISO 8601 with an offset, screens on the venue's clock. */
export const rawMoments: readonly string[] = ['started_at', 'ended_at', 'viewed_at', 'at']

/** The path under which views of all paths that lead to no page are stored. */
export const unknownPage = '/*'
/** A source, medium or campaign that is not stored under its name. */
export const otherName = 'other'

/** Events of one request to collect. */
export const maxEvents = 100

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** After so long without events, the next event begins a new session. */
export const sessionPauseMs = 30 * minuteMs
/** Sessions of one visitor in a day: each takes at least a pause, and the day of a session may be longer. */
export const maxSessions = 56
/** Until this hour of the venue's clock, sessions of yesterday can be continued. */
export const yesterdayUntilHour = 2
/** From this hour on, the salt of tomorrow is stored. */
export const tomorrowFromHour = 23

/** A page view is a bounce if the time on the page is shorter. Source: spec section 4. */
export const bounceSeconds = 5
/**
 * A visit with more views is a program's. They are not read, which would take long: the ends of its pages have no
 * effect, and it does not become a member's.
 */
export const maxReadViews = 5000
/** The longest time on a page. */
export const maxSeconds = 86_400
/** An event is stored with a time at most so long ago. */
export const maxAgeMs = 24 * hourMs
/** Larger measurements are stored as this one. */
export const maxVitalMs = 600_000
export const maxShift = 100
/** Coordinates in CSS pixels of the page. */
export const maxCoordinate = 1_000_000

/** How somebody got from one page to the next. `external`: by a link to another site. */
export const transitionTypes = ['link', 'nav', 'back', 'transition', 'nudge', 'external'] as const
export type TransitionType = (typeof transitionTypes)[number]

export const interactionTypes = ['click', 'submit', 'event'] as const
export type InteractionType = (typeof interactionTypes)[number]

/**
 * Named events, for funnels. `gate_proof`: a passkey or code was given. `gate_in`: the Common Room opened.
 * `newsletter_panel`: the form was opened.
 */
export const eventNames = [
  'gate_opened',
  'gate_proof',
  'gate_in',
  'newsletter_panel',
  'newsletter_submitted',
  'newsletter_confirmed',
  'nudge_shown',
  'nudge_clicked',
] as const
export type EventName = (typeof eventNames)[number]

export const deviceTypes = ['phone', 'tablet', 'desktop'] as const

/**
 * Why a session is not a person's: `agent`: its user agent says so; `network`: it came from a data centre;
 * `behaviour`: no person behaves so.
 */
export const botKinds = ['agent', 'network', 'behaviour'] as const
export type BotKind = (typeof botKinds)[number]

/** Web vitals: up to `good` is good, above `poor` is poor. Sources: spec section 9; web.dev/articles/vitals. */
export const vitalTargets = {
  lcp: { good: 2500, poor: 4000, unit: 'ms' },
  inp: { good: 100, poor: 500, unit: 'ms' },
  cls: { good: 0.1, poor: 0.25, unit: '' },
  fcp: { good: 1800, poor: 3000, unit: 'ms' },
  ttfb: { good: 800, poor: 1800, unit: 'ms' },
} as const
export type Vital = keyof typeof vitalTargets

/** The cookie with which a visitor opts out. Scripts read and set it; `off` is its only value. */
export const optOutCookie = {
  name: 'analytics',
  value: 'off',
  maxAgeSeconds: 365 * 86_400,
} as const

/** Results about fewer distinct members are not shown. */
export const minMembers = 5
