import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  jsonRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { type Consent, consent } from '../contract.ts'
import type { consentKinds } from '../rules.ts'

/** A consent or a withdrawal to store; see `collections/consents.ts`. */
export type ConsentRecord = {
  subscriber: number
  kind: (typeof consentKinds)[number]
  /** How the consent was given or withdrawn, such as `form`, `link in a mail`, `mail program` or `staff`. */
  how: string
  wording?: string | null
  version?: string | null
  /** When the consent was requested, if this was earlier than `at`. */
  askedAt?: Date
  /** Now by default. */
  at?: Date
  /** Names of the interests and topics that the subscriber consents to. */
  interests: readonly string[]
  letter?: number | null
}

export const insertConsents = (db: Database, ...consents: readonly ConsentRecord[]) =>
  execute(db)`
    insert into consents (subscriber_id, kind, how, wording, version, asked_at, at, interests, letter)
    select subscriber, kind::enum_consents_kind, how, wording, version, "askedAt",
           coalesce(at, now()), interests, letter
      from jsonb_to_recordset(${jsonRows(consents)}) as consent (
             subscriber int, kind text, how text, wording text, version text,
             "askedAt" timestamptz, at timestamptz, interests jsonb, letter int)`

/** The consents of an address, newest first. */
export const findConsents = (db: Database, email: string): Promise<Consent[]> =>
  findRows(db, consent)`
    select c.kind::text as kind, c.at, c.how, c.wording, c.version,
           coalesce(c.interests, '[]'::jsonb) as interests
      from consents as c join subscribers as s on s.id = c.subscriber_id
     where s.email = ${email} order by c.id desc`

/** How many subscribers used the unsubscribe link of a letter and have not undone it. */
export const countWithdrawals = (db: Database, letter: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int as count from consents as c
     where letter = ${letter} and kind = 'withdrawn' and how <> 'complaint' and not exists (
       select from consents as later where later.subscriber_id = c.subscriber_id
          and later.id > c.id and later.kind = 'restored')`
