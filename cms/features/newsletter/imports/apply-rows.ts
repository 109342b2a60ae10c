import type { Payload } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { cancelMailsTo, queueMails } from '../../../platform/mail/service.ts'
import type { Details } from '../csv/read-texts.ts'
import type { consentRequestMailMaker } from '../mails/mails.ts'
import { insertConsents } from '../queries/consents.ts'
import {
  changeListedSubscribers,
  type ImportedSubscriber,
  insertImported,
  stopListedSubscribers,
} from '../queries/imported-subscribers.ts'
import { insertRequests, type SignUpData } from '../queries/requests.ts'
import { writeInterests } from '../queries/subscribers.ts'
import { suppressConsentRequests } from '../queries/suppressions.ts'
import { namesOf } from '../rules.ts'
import { createConfirmToken, hashConfirmToken, wordingVersion } from '../subscribing/tokens.ts'
import type { AddressRecord } from './address-records.ts'
import type { RowVerdict } from './evaluate-row.ts'
import type { Verdict } from './rules.ts'

/** Stored as the source of imported subscribers. */
const source = 'import'

type Outcome<V extends Verdict> = Extract<RowVerdict, { verdict: V }>
type Evaluated<V extends Verdict> = { email: string; record: AddressRecord; outcome: Outcome<V> }
export type EvaluatedRow = Evaluated<Verdict>

const withVerdict = <V extends Verdict>(rows: readonly EvaluatedRow[], verdict: V) =>
  rows.filter((row): row is Evaluated<V> => row.outcome.verdict === verdict)

/** The mail that asks for consent, and the wording of this consent. */
export type ConsentRequest = Pick<SignUpData, 'wording' | 'version'> & {
  payload: Payload
  makeMail: Awaited<ReturnType<typeof consentRequestMailMaker>>
}

/**
 * Stores the outcomes of evaluated rows, with a fixed number of statements per verdict.
 * @param request null to skip rows without a stated consent
 */
export async function applyRows(
  db: Database,
  rows: readonly EvaluatedRow[],
  request: ConsentRequest | null,
): Promise<void> {
  await insertJoining(db, withVerdict(rows, 'joins'))
  await insertNoted(db, withVerdict(rows, 'noted'))
  await changeKnown(db, withVerdict(rows, 'changes'))
  await stopKnown(db, withVerdict(rows, 'stops'))
  if (request) await askForConsent(db, withVerdict(rows, 'asks'), request)
}

async function insertJoining(db: Database, rows: Evaluated<'joins'>[]): Promise<void> {
  if (!rows.length) return
  const ids = await insertImported(
    db,
    rows.map(({ email, outcome: { details, moments, consent } }) => ({
      ...columnsOf(details),
      email,
      state: 'active',
      joined_at: moments.joinedAt ?? consent.at,
      paused_until: moments.pausedUntil,
    })),
    source,
  )
  await writeChosenInterests(db, rows, ids)
  await insertConsents(
    db,
    ...rows.map(({ email, record: { subscriber }, outcome: { details, consent } }) => ({
      subscriber: ids.get(email) ?? 0,
      kind: 'given' as const,
      how: consentSource(consent.how),
      wording: consent.wording,
      version: consent.wording && wordingVersion(consent.wording),
      at: consent.at,
      interests: [
        ...(details.interests ?? subscriber?.interests ?? []),
        ...(subscriber?.ownTopics ?? []),
      ],
    })),
  )
}

// Adds the prefix only once, because an exported list may be imported again.
const consentSource = (how: string | null) =>
  how?.startsWith(source) ? how : how ? `${source}: ${how}` : source

async function insertNoted(db: Database, rows: Evaluated<'noted'>[]): Promise<void> {
  if (!rows.length) return
  const noted = rows.map(({ email, outcome: { details, moments, state } }) => ({
    ...columnsOf(details),
    email,
    state,
    joined_at: moments.joinedAt,
    left_at: moments.leftAt ?? new Date(),
  }))
  await writeChosenInterests(db, rows, await insertImported(db, noted, source))
}

async function changeKnown(db: Database, rows: Evaluated<'changes'>[]): Promise<void> {
  if (!rows.length) return
  await changeListedSubscribers(
    db,
    rows.map((row) => ({ id: idOf(row), ...columnsOf(row.outcome.details) })),
  )
  await writeChosenInterests(db, rows, new Map(rows.map((row) => [row.email, idOf(row)])))
}

async function stopKnown(db: Database, rows: Evaluated<'stops'>[]): Promise<void> {
  if (!rows.length) return
  await stopListedSubscribers(
    db,
    rows.map((row) => ({ id: idOf(row), state: row.outcome.state })),
  )
  await cancelMailsTo(db, ...rows.map(idOf))
  await insertConsents(
    db,
    ...rows.map((row) => ({
      subscriber: idOf(row),
      kind: 'withdrawn' as const,
      how: source,
      interests: row.record.subscriber ? namesOf(row.record.subscriber) : [],
    })),
  )
}

// The subscribers become pending, as after a sign-up. Their addresses are suppressed with the reason `asked`, so no
// later import asks them again.
async function askForConsent(
  db: Database,
  rows: Evaluated<'asks'>[],
  { payload, wording, version, makeMail }: ConsentRequest,
): Promise<void> {
  if (!rows.length) return
  const ids = await insertImported(
    db,
    rows.map(({ email }) => ({ email, state: 'pending' })),
    source,
  )
  const how = 'mail after an import'
  const requests = rows.map(({ email, record: { hash }, outcome: { details } }) => {
    const token = createConfirmToken()
    const { name = null, phone = null, birthday = null, interests = null } = details
    const wanted = { name, phone, birthday, interests, wording, version, how }
    const tokenHash = hashConfirmToken(token)
    return { email, subscriber: ids.get(email) ?? 0, hash, token, tokenHash, wanted }
  })
  await insertRequests(
    db,
    requests.map(({ hash, token, ...request }) => request),
  )
  await suppressConsentRequests(
    db,
    requests.map(({ hash }) => hash),
  )
  await queueMails(
    payload,
    db,
    requests.map(({ email, subscriber, hash, token }) => ({
      ...makeMail({ id: subscriber, email }, token),
      key: `ask ${hash}`,
    })),
  )
}

const columnsOf = ({
  name,
  phone,
  birthday,
}: Details): Omit<Partial<ImportedSubscriber>, 'email' | 'state'> => ({
  name,
  phone,
  birthday_day: birthday?.day,
  birthday_month: birthday?.month,
})

// Only called for rows with the verdicts `changes` and `stops`, which only rows of existing subscribers have.
const idOf = ({ record: { subscriber } }: EvaluatedRow): number => subscriber?.id ?? 0

async function writeChosenInterests(
  db: Database,
  rows: readonly { email: string; outcome: { details: Details } }[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const chosen = rows.flatMap(({ email, outcome: { details } }) =>
    details.interests ? [{ id: ids.get(email) ?? 0, interests: details.interests }] : [],
  )
  if (chosen.length) await writeInterests(db, chosen)
}
