/** The maximum lengths of an event's texts, in UTF-16 code units. Longer texts are cut. */
export const maxLengths = {
  path: 300,
  title: 150,
  referrer: 300,
  /** Campaign parameters and the referring host. Longer ones are not cut but stored as `other`. */
  source: 60,
  elementId: 100,
  elementClass: 100,
  /** Source: spec section 9. */
  elementText: 100,
  userAgent: 400,
} as const

/** The tables in which events are stored. Each is partitioned by month. */
export const rawTables = [
  'user_sessions',
  'page_views',
  'user_journeys',
  'user_interactions',
] as const
export type RawTable = (typeof rawTables)[number]

/**
 * The names of the timestamp columns of the raw tables. CSV files show timestamps in ISO 8601 with an offset; screens
 * show them on the venue's clock.
 */
export const timestampColumns: readonly string[] = ['started_at', 'ended_at', 'viewed_at', 'at']

/** What heads the columns of the raw tables, on screens and in CSV files. */
export const rawColumnNames: Record<string, string> = {
  day: 'Day',
  session_id: 'Visit',
  id: 'Row',
  user_id: 'Member',
  started_at: 'Started',
  ended_at: 'Ended',
  viewed_at: 'Viewed',
  at: 'Time',
  user_agent: 'User agent',
  referrer: 'Came from',
  device_type: 'Device',
  browser: 'Browser',
  os: 'System',
  country: 'Country',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  is_authenticated: 'Signed in',
  entry_page: 'Entry page',
  exit_page: 'Exit page',
  views: 'Page views',
  interactions: 'Actions',
  bot: 'Bot',
  page_path: 'Page',
  page_title: 'Title',
  time_spent_seconds: 'Seconds on the page',
  scroll_depth_percent: 'Scrolled (%)',
  is_bounce: 'Bounce',
  is_entry: 'First page',
  lcp_ms: 'Largest paint (ms)',
  inp_ms: 'Slowest reaction (ms)',
  cls: 'Layout shift',
  fcp_ms: 'First paint (ms)',
  ttfb_ms: 'First byte (ms)',
  from_page: 'From page',
  to_page: 'To page',
  transition_type: 'Kind of move',
  interaction_type: 'Action',
  element_id: 'Element',
  element_class: 'Class of the element',
  element_text: 'Text of the element',
  coordinates: 'Position',
  additional_data: 'More',
}

/** The path that is stored instead of a path that leads to no page. */
export const unknownPage = '/*'
/**
 * Stored instead of the name of a source, medium, campaign or linked site if that name is not valid, could be personal
 * data, or exceeds the day's limit of new names.
 */
export const otherName = 'other'

/** The most events in one request to `collect`. */
export const maxEvents = 100

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** After this time without events, the next event begins a new session. */
export const sessionPauseMs = 30 * minuteMs
/**
 * The most sessions of one visitor on a day. Each begins at least `sessionPauseMs` after the start of the previous one.
 * So the longest day, on which summer time ends, has at most 50. Six more are a margin.
 */
export const maxSessions = 56
/** Until this hour on the venue's clock, sessions of yesterday can be continued. */
export const yesterdayUntilHour = 2
/** From this hour on the venue's clock, the secret for the visitor ids of the next day is created. */
export const tomorrowFromHour = 23

/** A page view is a bounce if the time on the page is shorter than this. Source: spec section 4. */
export const bounceSeconds = 5
/**
 * Searching the views of a visit with more page views than this would take too long. Such a visit is probably a bot's.
 * The time and scroll depth of its pages are no longer updated, and it is not assigned to a member.
 */
export const maxSearchedViews = 5000
/** The longest stored time on a page, in seconds. Longer times are stored as this value. */
export const maxSeconds = 86_400
/** The greatest age of an event. An older event is stored with this age. */
export const maxAgeMs = 24 * hourMs
/** The largest stored measurement of a web vital. Larger ones are stored as this value. */
export const maxVitalMs = 600_000
/** The largest stored layout shift score, which has no unit. */
export const maxShift = 100
/** The maximum coordinate, in CSS pixels of the page. */
export const maxCoordinate = 1_000_000

/** The ways from one page to the next. `external`: by a link to another site. */
export const transitionTypes = ['link', 'nav', 'back', 'transition', 'nudge', 'external'] as const
export type TransitionType = (typeof transitionTypes)[number]

export const interactionTypes = ['click', 'submit', 'event'] as const
export type InteractionType = (typeof interactionTypes)[number]

/**
 * Named events, for funnels. `gate_proof`: the visitor used a passkey or entered a code. `gate_in`: the visitor came
 * into the Common Room. `newsletter_panel`: the visitor opened the form of the newsletter.
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
 * Why a session is not a person's. `agent`: the user agent names a bot; `network`: the session came from a data centre;
 * `referrer`: the site that it came from is known for sending visits only to be seen in statistics; `behaviour`: a program controls the browser, the visitor's address or network has too many visitors on this day, or
 * the session shows what no person does.
 */
export const botKinds = ['agent', 'network', 'referrer', 'behaviour'] as const
export type BotKind = (typeof botKinds)[number]

/**
 * Web vitals. A value up to `good` is good, and a value above `poor` is poor. Sources: spec section 9;
 * web.dev/articles/vitals.
 */
export const vitalTargets = {
  lcp: { good: 2500, poor: 4000, unit: 'ms' },
  inp: { good: 100, poor: 500, unit: 'ms' },
  cls: { good: 0.1, poor: 0.25, unit: '' },
  fcp: { good: 1800, poor: 3000, unit: 'ms' },
  ttfb: { good: 800, poor: 1800, unit: 'ms' },
} as const
export type Vital = keyof typeof vitalTargets

/** The cookie of a visitor who opted out. Scripts read and set it; `off` is its only value. */
export const optOutCookie = {
  name: 'analytics',
  value: 'off',
  maxAgeSeconds: 365 * 86_400,
} as const
