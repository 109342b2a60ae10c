import type { PgTable } from 'drizzle-orm/pg-core'
import type { AdminViewConfig, Endpoint, Payload, PayloadRequest } from 'payload'
import type { Database } from './database/query.ts'
import type { Call } from './http/call.ts'
import type { LookupResult, UploadRule } from './http/parts.ts'
import type { DirectCall } from './http/server/direct-calls.ts'
import type { WorkerLoop } from './jobs/background.ts'
import type { Job } from './jobs/job.ts'
import type { MailEvent } from './mail/contract.ts'
import type { MailKind } from './mail/mail-kind.ts'
import type { Provision } from './port.ts'

/** The member whose personal data features export or erase. */
export type PersonalDataOwner = { id: number; email: string }

/** A background loop of a feature. It runs in every process. */
export type BackgroundWorker = {
  /** Cache tags. The announcement of one of them wakes the worker. */
  wokenBy: readonly string[]
  start: (payload: Payload, options: { development: boolean }) => WorkerLoop
}

/**
 * What one feature adds to the application. The application iterates over the list in
 * `cms/app/features.ts` and refers to no feature by name. A feature's routes and menu entries are in its
 * `pages.ts`, because the browser needs them too. Its texts are in its `fallback.ts`, and its parts of the
 * admin's bundle in its `admin/index.ts`.
 */
export type Feature = {
  /** The name of the feature's folder. */
  name: string
  /** What other features and the platform ask for; see `port`. */
  provides?: readonly Provision[]
  /** Ports without whose providers the feature does not work. */
  requires?: readonly { name: string }[]
  /** Drizzle tables that the feature owns, by their name in the database. */
  tables?: Record<string, PgTable>
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
  /**
   * The actions that the feature records in the audit trail, each with a phrase such as `changed`. The subject follows
   * it, or stands at `{}`: `put {} into the trash`. After a `|`, the phrase for what somebody did to their own account:
   * `changed the password of {}|changed their password`.
   */
  auditActions?: Record<string, string>
  /** Views of the admin, each under a unique name. */
  adminViews?: Record<string, AdminViewConfig>
  /** Background jobs with their schedules. */
  jobs?: readonly Job[]
  /** Background loops that run in every process, in addition to the jobs. */
  workers?: readonly BackgroundWorker[]
  /** Metrics whose numbers are stored in the database. */
  gauges?: readonly { name: string; help: string; read: (db: Database) => Promise<number> }[]
  /** Called for each request that found no page, with the decoded path. */
  onMissingPage?: (path: string) => void
  /** Kinds of mail that the feature sends; their names are unique over all features. */
  mailKinds?: readonly MailKind[]
  /** Handles bounces, complaints and deliveries that a mail service reported. Idempotent. */
  onMailEvents?: (req: PayloadRequest, events: readonly MailEvent[]) => Promise<void>
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
