import type { IncomingMessage } from 'node:http'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type {
  AdminViewConfig,
  CollectionConfig,
  Endpoint,
  GlobalConfig,
  Payload,
  PayloadRequest,
} from 'payload'
import type { Database } from './database/query.ts'
import type { Call } from './http/call.ts'
import type { DirectCall } from './http/direct-calls.ts'
import type { LookupResult, SignedInMember, UploadRule } from './http/parts.ts'
import type { WorkerLoop } from './jobs/background.ts'
import type { Job } from './jobs/job.ts'
import type { MailBranding } from './mail/branding.ts'
import type { MailEvent } from './mail/contract.ts'
import type { MailKind } from './mail/kinds.ts'

/** The member whose personal data features export or erase. */
export type PersonalDataOwner = { id: number; email: string }

/** A background loop of a feature. It runs in every process. */
export type BackgroundWorker = {
  /** Cache tags. The announcement of one of them wakes the worker. */
  wokenBy: readonly string[]
  start: (payload: Payload, options: { development: boolean }) => WorkerLoop
}

/** Facts about the site that the program itself needs, for example for schedules. */
export type SiteFacts = {
  brandText: string
  productName: string
  /** IANA name. */
  timeZone: string
  /** ISO 4217. */
  currency: string
}

/** A newsletter subscriber who has just joined. */
export type JoinedSubscriber = {
  id: number
  email: string
  name: string | null
  /** A number that is different each time somebody joins, also if the same person joins again. */
  joining: number
}

/** `ownTopics` are names of the venue's own topics. */
export type SubscriberTopics = {
  subscriber: number
  interests: readonly string[]
  ownTopics: readonly string[]
}

/** A message that a member adds to a gift to the Common Good. */
export type GiftMessage = {
  /** The transfer of the gift. */
  transfer: number
  member: number
  /** One to 200 characters. */
  text: string
  /** Whether the gift was requested before. If so, the message must be the same as in the first request. */
  isRepeat: boolean
}

/** An entry of a member's statement that the member asks staff to look at. */
export type DisputedEntry = {
  member: number
  transfer: number
  /** What is wrong, in the member's words: one to 500 characters. */
  text: string
}

/** A published date of an event. `path` is the view of the admin in which staff change or cancel the date. */
export type PublishedDate = {
  title: string
  startsAt: Date
  areas: readonly string[]
  path: string
}

/** Selects the visits that came from a campaign and began in a period. */
export type CampaignQuery = { source: string; campaign: string; from: Date; until: Date }

/**
 * What the visits of a `CampaignQuery` did until the end of its period; bots are not counted. `none`: there were no
 * visits. `few`: there were fewer than five visitors, so the numbers are withheld. `deleted`: the individual visits are
 * no longer stored, because they are kept only for the time `keptFor`, for example `13 months`. `path` leads to the
 * campaign in the admin's analytics.
 */
export type CampaignVisits =
  | { kind: 'none' | 'few' }
  | { kind: 'deleted'; keptFor: string; path: string }
  | {
      kind: 'counted'
      visits: number
      views: number
      /** The most viewed pages, without those that fewer than five visitors viewed. */
      pages: { page: string; title: string | null; views: number; visits: number }[]
      actions:
        | { kind: 'deleted'; keptFor: string }
        /** `visits`: the visits with this action; null if only one to four visitors did it. */
        | { kind: 'counted'; rows: { name: string; visits: number | null }[] }
      path: string
    }

/** The column that identifies people in an SQL statement: their email addresses or their member ids. */
export type PersonColumn = { email: SQL } | { member: SQL }

/** Returns an SQL condition: the person has responded to the date of an event for which this function was made. */
export type RespondedCondition = (person: PersonColumn) => SQL

/** A number for analytics: how many people joined something that belongs to the feature. */
export type NewcomerMetric = {
  /** For example `New members`. */
  label: string
  /** Who is counted, in a sentence. */
  about: string
  /** How many people joined in a period. `until` is exclusive. */
  count: (db: Database, period: { from: Date; until: Date }) => Promise<number>
}

/**
 * What one feature adds to the application. The application iterates over the list in
 * `cms/features.ts` and refers to no feature by name. A feature's routes and menu entries are in its
 * `pages.ts`, because the browser needs them too. Its texts are in its `fallback.ts`, and its parts of the
 * admin's bundle in its `admin/index.ts`.
 */
export type Feature = {
  /** The name of the feature's folder. */
  name: string
  /** Drizzle tables that the feature owns, by their name in the database. */
  tables?: Record<string, PgTable>
  /** Payload collections and globals that the feature owns. */
  collections?: CollectionConfig[]
  globals?: GlobalConfig[]
  /** Calls of the API. */
  calls?: readonly Call[]
  /** Calls that are requested very often, and are answered without Payload. */
  directCalls?: readonly DirectCall[]
  /** Payload endpoints that are not declared as calls. */
  endpoints?: Endpoint[]
  /** Which of the feature's Payload endpoints accept larger requests from staff. */
  uploads?: readonly UploadRule[]
  /** `find` looks up what a path that matches `path` shows, before the page is rendered; see `Parts.lookUp`. */
  lookUps?: readonly {
    path: RegExp
    find: (payload: Payload, path: string, query: string) => LookupResult | Promise<LookupResult>
  }[]
  /** Paths outside the API whose `:token` must not be logged. Paths of calls need not be listed. */
  tokenPaths?: readonly string[]
  /** The actions that the feature records in the audit trail, each with a verb such as `changed`. */
  auditActions?: Record<string, string>
  /** Views of the admin, each under a unique name. */
  adminViews?: Record<string, AdminViewConfig>
  /** Finds the signed-in member of a request by the session cookie in its headers. */
  findMember?: (payload: Payload, headers: Headers) => Promise<SignedInMember | null>
  /** The member session token in a Cookie header, if its signature is valid. Does not query the database. */
  signedMemberToken?: (cookie: string) => string | null
  /** Resolves a tracked link; see `Parts.followLink`. */
  followLink?: (payload: Payload, path: string, isOpened: boolean) => Promise<string | null>
  /** Background jobs with their schedules. */
  jobs?: readonly Job[]
  /** Background loops that run in every process, in addition to the jobs. */
  workers?: readonly BackgroundWorker[]
  /** Metrics whose numbers are stored in the database. */
  gauges?: readonly { name: string; help: string; read: (db: Database) => Promise<number> }[]
  /** The redirect of a path without a page; null if there is none. */
  findRedirect?: (
    payload: Payload,
    path: string,
  ) => Promise<{ status: 301 | 302; location: string } | null>
  /** Called for each request that found no page, with the decoded path. */
  onMissingPage?: (path: string) => void
  /** Kinds of mail that the feature sends; their names are unique over all features. */
  mailKinds?: readonly MailKind[]
  /** The venue's name and addresses in mails. One feature provides it. */
  mailBranding?: (payload: Payload) => Promise<MailBranding>
  /** Handles bounces, complaints and deliveries that a mail service reported. Idempotent. */
  onMailEvents?: (req: PayloadRequest, events: readonly MailEvent[]) => Promise<void>
  /**
   * Counts a named event in the visit of the browser that sent a request, if this browser's visits are counted. Reads
   * the request before it returns the promise.
   */
  countEvent?: (payload: Payload, req: IncomingMessage, event: string) => Promise<void>
  /** How many people joined something that belongs to the feature. */
  newcomerMetric?: NewcomerMetric
  /** Finds what the visits of a campaign did. */
  campaignVisits?: (payload: Payload, query: CampaignQuery) => Promise<CampaignVisits>
  /**
   * Stores the public message of a gift, in the transaction of the gift. Without a provider, gifts have no messages.
   * @throws HttpError `key_reused` if the message differs from that of the first request
   */
  storeGiftMessage?: (req: PayloadRequest, message: GiftMessage) => Promise<void>
  /**
   * Returns those of `transfers` that are gifts or round-ups of the member and have no message yet. Without a provider,
   * there are no messages.
   */
  contributionsWithoutMessage?: (
    db: Database,
    member: number,
    transfers: readonly number[],
  ) => Promise<number[]>
  /**
   * Opens a case for staff, in the request's transaction. A member's second report of a transfer may join the case of
   * the first report. Without a provider, members can't report entries.
   */
  openCase?: (req: PayloadRequest, entry: DisputedEntry) => Promise<void>
  /**
   * The form for a payment by card: where it posts `key` and `amount`, and the limits of the amount in minor units.
   * Without a provider, or without keys of the service, members can't pay by card.
   */
  cardForm?: () => { action: string; limits: { min: number; max: number } } | null
  /** Whether a member wants payments from their credit rounded up. Without a provider, no payments are rounded up. */
  roundsUp?: (db: Database, member: number) => Promise<boolean>
  /**
   * Returns an SQL condition: the person has responded to a date of an event. Letters and nudges about the date leave
   * out these people. Other features put the condition into their own statements, which saves a query.
   * @param date the id of the date; if there is no such date, the condition is false for everybody
   */
  respondedCondition?: (date: number, person: PersonColumn) => SQL
  /** The published dates of events on a day, without those that are over. Without a provider, there are no events. */
  publishedDatesOn?: (db: Database, day: string) => Promise<PublishedDate[]>
  /** Facts about the site, and the cache tag that is announced when they change. */
  site?: { tag: string; find: (payload: Payload) => Promise<SiteFacts> }
  /** Called in the transaction in which a newsletter subscriber confirms their address and joins. */
  onSubscriberJoined?: (req: PayloadRequest, subscriber: JoinedSubscriber) => Promise<void>
  /** Called in the transaction in which a newsletter subscriber chooses other topics. */
  onTopicsChanged?: (req: PayloadRequest, subscriber: SubscriberTopics) => Promise<void>
  /** Called in the transaction in which the address of a member changes. The member is locked. */
  onAddressChanged?: (
    db: Database,
    member: number,
    address: { from: string; to: string },
  ) => Promise<unknown>
  /** The sections of a member's data download; keys are unique over all features. */
  exportPersonalData?: (
    db: Database,
    owner: PersonalDataOwner,
    req: PayloadRequest,
  ) => Promise<Record<string, unknown>>
  /**
   * Erases what the feature stores about a member, in the transaction that deletes the member. Features
   * erase in the reverse order of the list, so mails are erased after the subscriber who got them.
   */
  erasePersonalData?: (db: Database, owner: PersonalDataOwner, req: PayloadRequest) => Promise<void>
  /** Finds where pictures are shown to the public. A picture with a use can't be deleted. */
  findPictureUses?: (db: Database, mediaIds: readonly number[]) => Promise<PictureUse[]>
  /** Commands of `npm run admin -- NAME` by their names. They print what they did. */
  commands?: Record<string, (payload: Payload) => Promise<void>>
  /** Called when an operator has accepted a new secret in place of the lost one. */
  onNewSecret?: (payload: Payload) => Promise<void>
  /** Whether the feature has records already. If any feature has records, the demo venue is not added. */
  hasRecords?: (payload: Payload) => Promise<boolean>
  /** Adds the feature's records of the demo venue, in the transaction that fills an empty database. */
  fillDemo?: (req: PayloadRequest) => Promise<void>
}

/** A place that shows a picture. */
export type PictureUse = {
  picture: number
  /** The name of the place for staff: `the page “Cafe”`. */
  place: string
  /** The path below /cms where staff change the picture. */
  path: string
}

/** The features of a running application, read from Payload's config. */
export const featuresOf = ({ config }: Pick<Payload, 'config'>): readonly Feature[] =>
  (config.custom as { features: readonly Feature[] }).features

type Optional =
  | 'cardForm'
  | 'respondedCondition'
  | 'publishedDatesOn'
  | 'storeGiftMessage'
  | 'openCase'
  | 'roundsUp'
  | 'contributionsWithoutMessage'

/** Returns a property that at most one feature provides; undefined if none does. */
export const findProvider = <Name extends Optional>(
  features: readonly Feature[],
  name: Name,
): Feature[Name] => features.find((feature) => feature[name])?.[name]

/**
 * Returns a function that makes an SQL condition: the person has responded to the date that a letter or nudge is about.
 * The letter or nudge leaves out these people.
 * @param date the id of the date; null if the letter or nudge is about no date
 * @returns null if nobody is left out
 */
export function findRespondedCondition(
  payload: Pick<Payload, 'config'>,
  date: number | null,
): RespondedCondition | null {
  const respondedCondition = findProvider(featuresOf(payload), 'respondedCondition')
  return date !== null && respondedCondition ? (person) => respondedCondition(date, person) : null
}

type Provided =
  | 'findMember'
  | 'signedMemberToken'
  | 'followLink'
  | 'findRedirect'
  | 'mailBranding'
  | 'countEvent'
  | 'campaignVisits'
  | 'site'

/**
 * Returns a property that exactly one feature must provide.
 * @throws Error if no feature or more than one provides it
 */
export function requireProvider<Name extends Provided>(
  features: readonly Feature[],
  name: Name,
): NonNullable<Feature[Name]> {
  const [provided, ...others] = features.flatMap((feature) => feature[name] ?? [])
  if (!provided || others.length) throw new Error(`One feature must provide ${name}.`)
  return provided as NonNullable<Feature[Name]>
}
