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
import type { Worker } from './jobs/background.ts'
import type { Job } from './jobs/job.ts'
import type { MailBranding } from './mail/branding.ts'
import type { MailEvent } from './mail/contract.ts'
import type { MailKind } from './mail/kinds.ts'

/** The member whose personal data features export or erase. */
export type PersonalDataOwner = { id: number; email: string }

/** A background loop of a feature. It runs in every process. */
export type BackgroundWorker = {
  /** Wakes the worker when one of these tags is announced. */
  wokenBy: readonly string[]
  start: (payload: Payload, options: { development: boolean }) => Worker
}

/** Facts about the site that pages and schedules use. */
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
  /** A unique number for each time a subscriber joins. */
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
  /** The gift. */
  transfer: number
  member: number
  /** One to 200 characters. */
  text: string
  /** Whether the gift was requested before. Its message then has to be the same. */
  isRepeat: boolean
}

/** An entry of their statement that a member asks staff to look at. */
export type DisputedEntry = {
  member: number
  transfer: number
  /** What is wrong, in the member's words: one to 500 characters. */
  text: string
}

/** Asks for visits that came by a campaign and began in a period. */
export type CampaignQuery = { source: string; campaign: string; from: Date; until: Date }

/**
 * What visits of a campaign did until the end of the period; bots are not counted. `few`: fewer than five visitors,
 * whose numbers are withheld. `deleted`: single visits of the period are no longer stored. `path` leads to the
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
        /** `visits` in which each was done; null: by one to four visitors. */
        | { kind: 'counted'; rows: { name: string; visits: number | null }[] }
      path: string
    }

/** The column by which a statement knows people: their addresses, or their ids as members. */
export type PersonColumn = { email: SQL } | { member: SQL }

/** The SQL condition that somebody has responded. */
export type HasResponded = (person: PersonColumn) => SQL

/** People who join something of the feature, for analytics. */
export type Joins = {
  /** `New members` */
  label: string
  /** Who is counted, in a sentence. */
  about: string
  /** How many joined from a moment until before another one. */
  count: (db: Database, period: { from: Date; until: Date }) => Promise<number>
}

/**
 * What one feature adds to the application. The application iterates over the list in
 * `cms/features.ts` and refers to no feature by name. Routes and menu entries are in the feature's
 * `pages.ts`, because the browser needs them too, and its texts in `fallback.ts`. Parts of the admin's bundle
 * are in its `admin/index.ts`.
 */
export type Feature = {
  /** The folder's name. */
  name: string
  /** Drizzle tables that the feature owns, by their name in the database. */
  tables?: Record<string, PgTable>
  /** Payload collections and globals that the feature owns. */
  collections?: CollectionConfig[]
  globals?: GlobalConfig[]
  /** Calls of the API. */
  calls?: readonly Call[]
  /** Calls that very many requests make. */
  directCalls?: readonly DirectCall[]
  /** Payload endpoints that are not declared as calls. */
  endpoints?: Endpoint[]
  /** Which of the feature's Payload endpoints accept larger requests from staff. */
  uploads?: readonly UploadRule[]
  /** Looks up the data of a path before the page is rendered, by pattern; see `Parts.lookUp`. */
  lookUps?: readonly {
    path: RegExp
    find: (payload: Payload, path: string, query: string) => LookupResult | Promise<LookupResult>
  }[]
  /** Paths outside the API whose `:token` must not be logged. Paths of calls are known already. */
  secretPaths?: readonly string[]
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
  /** Background loops beside the jobs, in every process. */
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
   * Counts a named event in the visit of the browser that sent a request, unless its visits are not counted. Reads the
   * request before it returns.
   */
  countEvent?: (payload: Payload, req: IncomingMessage, event: string) => Promise<void>
  /** People who join something of the feature. */
  joins?: Joins
  /** What visits that came by a campaign did. */
  campaignVisits?: (payload: Payload, query: CampaignQuery) => Promise<CampaignVisits>
  /**
   * Stores the public message of a gift, in the transaction of the gift. Without a provider, gifts have no messages.
   * @throws HttpError `key_reused`: it is not the message of the first request
   */
  messageOfGift?: (req: PayloadRequest, message: GiftMessage) => Promise<void>
  /** Of some transfers, the gifts and round-ups of a member that have no message yet. Without a provider, none can. */
  contributionsWithoutMessage?: (
    db: Database,
    member: number,
    transfers: readonly number[],
  ) => Promise<number[]>
  /**
   * Opens a case for staff, in the request's transaction. A member's second report of a transfer may join the first
   * one's case. Without a provider, members can't report entries.
   */
  openCase?: (req: PayloadRequest, entry: DisputedEntry) => Promise<void>
  /**
   * The form for a payment by card: where it posts `key` and `amount`, and the limits of the amount in minor units.
   * Without a provider, or without keys of the service, members can't pay by card.
   */
  cardForm?: () => { action: string; limits: { min: number; max: number } } | null
  /** Whether a member wants payments from their credit rounded up. Without a provider, none are. */
  roundsUp?: (db: Database, member: number) => Promise<boolean>
  /**
   * The SQL condition that somebody has responded to a date of an event. Letters and nudges about the date leave them
   * out. Statements of other features use it to avoid a second query.
   * @param date its id; nobody has responded to one that does not exist
   */
  hasResponded?: (date: number, person: PersonColumn) => SQL
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
  /** Called when an operator has accepted another secret, because that of the database is lost. */
  onNewSecret?: (payload: Payload) => Promise<void>
  /** Whether the feature has records that the demo venue would overwrite. */
  hasRecords?: (payload: Payload) => Promise<boolean>
  /** Adds the feature's records of the demo venue, in the transaction that fills an empty database. */
  fillDemo?: (req: PayloadRequest) => Promise<void>
}

/** A place that shows a picture. */
export type PictureUse = {
  picture: number
  /** Its name for staff: `the page “Cafe”`. */
  place: string
  /** Where staff change it, below /cms. */
  path: string
}

/** The features of a running application, read from Payload's config. */
export const featuresOf = ({ config }: Pick<Payload, 'config'>): readonly Feature[] =>
  (config.custom as { features: readonly Feature[] }).features

type Optional =
  | 'cardForm'
  | 'hasResponded'
  | 'messageOfGift'
  | 'openCase'
  | 'roundsUp'
  | 'contributionsWithoutMessage'

/** Returns a property that at most one feature provides; undefined if none does. */
export const findProvider = <Name extends Optional>(
  features: readonly Feature[],
  name: Name,
): Feature[Name] => features.find((feature) => feature[name])?.[name]

/**
 * Who is left out of a letter or nudge about a date of an event.
 * @param date its id; null if it is about none
 * @returns null if nobody is
 */
export function respondedTo(
  payload: Pick<Payload, 'config'>,
  date: number | null,
): HasResponded | null {
  const hasResponded = findProvider(featuresOf(payload), 'hasResponded')
  return date !== null && hasResponded ? (person) => hasResponded(date, person) : null
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
