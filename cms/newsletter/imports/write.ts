import { type Executor, sql } from '../../database/sql.ts'
import { cancelMailsTo, queueMails } from '../../mail/service.ts'
import type { Venue } from '../../venue/contract.ts'
import type { Details } from '../csv/read-texts.ts'
import { confirmHash, makeConfirmToken, wordingVersion } from '../link.ts'
import { askMails } from '../mails.ts'
import { confirmWithinMs, type Interest, type SubscriberState } from '../rules.ts'
import type { Wanted } from '../service.ts'
import { writeAllInterests, writeConsents } from '../subscribers.ts'
import type { Judgement } from './judge.ts'
import type { KnownAddress } from './known.ts'

/** How an import is named where it is asked by what somebody came. */
const source = 'import'

type Of<Verdict> = Extract<Judgement, { verdict: Verdict }>
type Judged<Verdict> = { email: string; known: KnownAddress; judgement: Of<Verdict> }
export type JudgedRow = Judged<Judgement['verdict']>

const those = <Verdict extends Judgement['verdict']>(rows: JudgedRow[], verdict: Verdict) =>
  rows.filter((row): row is Judged<Verdict> => row.judgement.verdict === verdict)

/** What those are asked whose consent is not stated: in which words, and by whom. */
export type Question = Pick<Wanted, 'wording' | 'version'> & { venue: Venue }

/**
 * Writes what becomes of rows, each kind by a few statements.
 * @param asks whether those whose consent is not stated are asked for it
 */
export async function writeJudged(
  db: Executor,
  question: Question,
  rows: JudgedRow[],
  { asks }: { asks: boolean },
): Promise<void> {
  await writeJoining(db, those(rows, 'joins'))
  await writeNoted(db, those(rows, 'noted'))
  await writeChanges(db, those(rows, 'changes'))
  await writeStops(db, those(rows, 'stops'))
  if (asks) await ask(db, question, those(rows, 'asks'))
}

async function writeJoining(db: Executor, rows: Judged<'joins'>[]): Promise<void> {
  if (!rows.length) return
  const joined = rows.map(({ email, judgement: { details, moments, consent } }) => ({
    ...columnsOf(email, 'active', details),
    joined_at: moments.joinedAt ?? consent.at,
    paused_until: moments.pausedUntil,
  }))
  const ids = await writePersons(db, joined)
  await writeChosen(db, rows, ids)
  await writeConsents(
    db,
    rows.map(({ email, known: { person }, judgement: { details, consent } }) => ({
      subscriber: ids.get(email) ?? 0,
      kind: 'given' as const,
      how: howOf(consent.how),
      wording: consent.wording,
      version: consent.wording && wordingVersion(consent.wording),
      at: consent.at,
      interests: details.interests ?? person?.interests ?? [],
    })),
  )
}

// What was brought along once may be brought along again.
const howOf = (how: string | null) =>
  how?.startsWith(source) ? how : how ? `${source}: ${how}` : source

async function writeNoted(db: Executor, rows: Judged<'noted'>[]): Promise<void> {
  if (!rows.length) return
  const noted = rows.map(({ email, judgement: { details, moments, state } }) => ({
    ...columnsOf(email, state, details),
    joined_at: moments.joinedAt,
    left_at: moments.leftAt ?? new Date(),
  }))
  await writeChosen(db, rows, await writePersons(db, noted))
}

async function writeChanges(db: Executor, rows: Judged<'changes'>[]): Promise<void> {
  if (!rows.length) return
  const changed = rows.map(({ known: { id }, judgement: { details } }) => ({
    id,
    ...columnsOf('', 'active', details),
  }))
  await db.execute(sql`
    update subscribers as s
       set name = coalesce(said.name, s.name), phone = coalesce(said.phone, s.phone),
           birthday_day = coalesce(said.birthday_day, s.birthday_day),
           birthday_month = coalesce(said.birthday_month, s.birthday_month), updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as said (
             id int, name text, phone text, birthday_day numeric, birthday_month numeric)
     where s.id = said.id`)
  await writeChosen(db, rows, idsOf(rows))
}

async function writeStops(db: Executor, rows: Judged<'stops'>[]): Promise<void> {
  if (!rows.length) return
  const stopped = rows.map(({ known: { id }, judgement: { state } }) => ({ id, state }))
  await db.execute(sql`
    update subscribers as s
       set state = said.state::enum_subscribers_state, left_at = now(), paused_until = null,
           updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(stopped)}::jsonb) as said (id int, state text)
     where s.id = said.id`)
  await cancelMailsTo(db, ...stopped.map(({ id }) => id ?? 0))
  await writeConsents(
    db,
    rows.map(({ known: { id, person } }) => ({
      subscriber: id ?? 0,
      kind: 'withdrawn' as const,
      how: source,
      interests: person?.interests ?? [],
    })),
  )
}

// They are noted as pending, like whoever signs up by the form; a hash keeps them from being asked again.
async function ask(
  db: Executor,
  { venue, wording, version }: Question,
  rows: Judged<'asks'>[],
): Promise<void> {
  if (!rows.length) return
  const ids = await writePersons(
    db,
    rows.map(({ email }) => columnsOf(email, 'pending', {})),
  )
  const mailOf = await askMails(venue, wording)
  const asked = rows.map(({ email, known: { hash }, judgement: { details } }) => {
    const token = makeConfirmToken()
    const { name = null, phone = null, birthday = null, interests = null } = details
    const how = 'mail after an import'
    const wanted: Wanted = { name, phone, birthday, interests, wording, version, how }
    const subscriber = ids.get(email) ?? 0
    return { email, subscriber, hash, token, token_hash: confirmHash(token), wanted }
  })
  await db.execute(sql`
    insert into subscription_requests (token_hash, email, subscriber, wanted, expires_at)
    select token_hash, email, subscriber, wanted, now() + ${confirmWithinMs} * interval '1 ms'
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (
             token_hash text, email text, subscriber int, wanted jsonb)`)
  await db.execute(sql`
    insert into suppressions (hash, reason, at)
    select hash, 'asked', now()
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (hash text)
    on conflict (hash) do nothing`)
  await queueMails(
    db,
    asked.map(({ email, subscriber, hash, token }) => ({
      ...mailOf({ id: subscriber, email }, token),
      key: `ask ${hash}`,
    })),
  )
}

const columnsOf = (email: string, state: SubscriberState, { name, phone, birthday }: Details) => ({
  email,
  state,
  name,
  phone,
  birthday_day: birthday?.day,
  birthday_month: birthday?.month,
})

/** @returns the number of each, by address */
async function writePersons(
  db: Executor,
  persons: Record<string, unknown>[],
): Promise<Map<string, number>> {
  const { rows } = await db.execute(sql`
    insert into subscribers as s (email, state, name, phone, birthday_day, birthday_month, source,
                                  joined_at, left_at, paused_until)
    select email, state::enum_subscribers_state, name, phone, birthday_day, birthday_month, ${source},
           joined_at, left_at, paused_until
      from jsonb_to_recordset(${JSON.stringify(persons)}::jsonb) as said (
             email text, state text, name text, phone text, birthday_day numeric,
             birthday_month numeric, joined_at timestamptz, left_at timestamptz,
             paused_until timestamptz)
    on conflict (email) do update
       set state = excluded.state, name = coalesce(excluded.name, s.name),
           phone = coalesce(excluded.phone, s.phone),
           birthday_day = coalesce(excluded.birthday_day, s.birthday_day),
           birthday_month = coalesce(excluded.birthday_month, s.birthday_month),
           joined_at = coalesce(s.joined_at, excluded.joined_at),
           paused_until = excluded.paused_until, updated_at = now()
     where s.state = 'pending'
    returning id, email`)
  return new Map(rows.map(({ id, email }) => [String(email), Number(id)]))
}

const idsOf = (rows: readonly { email: string; known: KnownAddress }[]) =>
  new Map(rows.map(({ email, known: { id } }) => [email, id ?? 0]))

async function writeChosen(
  db: Executor,
  rows: readonly { email: string; judgement: { details: Details } }[],
  ids: Map<string, number>,
): Promise<void> {
  const chosen = rows.flatMap(({ email, judgement: { details } }) => {
    const interests: Interest[] | undefined = details.interests
    return interests ? [{ id: ids.get(email) ?? 0, interests }] : []
  })
  if (chosen.length) await writeAllInterests(db, chosen)
}
