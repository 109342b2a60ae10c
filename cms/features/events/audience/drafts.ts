import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findUnsentLetterAbout } from '../../letters/service.ts'
import { findUnsentNudgeAbout } from '../../nudges/service.ts'
import { findVenue } from '../../venue/service.ts'
import { eventError } from '../errors.ts'
import { findDate } from '../queries/dates.ts'
import type { EventDate } from '../rules.ts'
import type { AboutReply, DraftReply } from './contract.ts'
import { letterAbout, nudgeAbout, whenInWords } from './texts.ts'

type Venue = { timeZone: string; currency: string }
type Channel = {
  collection: 'letters' | 'nudges'
  findUnsent: (db: Database, date: number) => Promise<number | null>
  create: (req: PayloadRequest, date: EventDate, venue: Venue) => Promise<{ id: number }>
}

const channels: Record<'letter' | 'nudge', Channel> = {
  letter: {
    collection: 'letters',
    findUnsent: findUnsentLetterAbout,
    create: (req, date, venue) =>
      req.payload.create({
        ...options(req),
        collection: 'letters',
        data: { ...letterAbout(date, venue), eventDate: date.id } as never,
      }),
  },
  nudge: {
    collection: 'nudges',
    findUnsent: findUnsentNudgeAbout,
    create: (req, date, venue) =>
      req.payload.create({
        ...options(req),
        collection: 'nudges',
        data: { ...nudgeAbout(date, venue), event_date: date.id } as never,
      }),
  },
}

const options = (req: PayloadRequest) => ({ depth: 0, overrideAccess: false, req }) as const

/**
 * Creates the draft of a letter or a nudge about a date. The draft is for people who have the date's interests,
 * or for everybody if the date has none. When it is sent, people who have reserved for the date are left out.
 * Each date has at most one unsent letter and one unsent nudge. A repeated or concurrent call finds the unsent draft.
 * @throws HttpError `no_date`, or the reason why the date can't be announced: `draft`, `secret`, `off` (cancelled),
 *   `undated` (postponed), `over`
 */
export async function draftAbout(
  req: PayloadRequest,
  id: number,
  channel: 'letter' | 'nudge',
): Promise<DraftReply> {
  const { collection, findUnsent, create } = channels[channel]
  const venue = await findVenue(req.payload)
  return inTransaction(req, async (db) => {
    await lockNames(db, [`${channel} about event date ${id}`])
    const date = requireAnnounceable(await findDate(db, id), new Date())
    const unsentId = await findUnsent(db, id)
    const draft = unsentId ?? (await create(req, date, venue)).id
    if (unsentId === null) {
      await record(req, {
        action: `event_${channel}`,
        subject: date.title,
        of_collection: 'events',
        document: date.event,
        details: { date: date.day, [channel]: draft },
      })
    }
    const path = `/cms/collections/${collection}/${draft}`
    return { id: draft, path, is_new: unsentId === null }
  })
}

function requireAnnounceable(date: EventDate | null, now: Date): EventDate {
  if (!date) throw eventError('no_date')
  if (date.status === 'draft') throw eventError('draft')
  if (date.visibility === 'secret') throw eventError('secret')
  if (date.status === 'cancelled') throw eventError('off')
  if (date.status === 'ended' || date.endsAt <= now) throw eventError('date_over')
  if (date.status === 'postponed') throw eventError('undated')
  return date
}

/** The name of a date for staff. @throws HttpError `no_date` */
export async function titleAndTimeOfDate(
  { payload }: PayloadRequest,
  id: number,
): Promise<AboutReply> {
  const date = await findDate(databaseOf(payload), id)
  if (!date) throw eventError('no_date')
  const { timeZone } = await findVenue(payload)
  return { title: date.title, when: whenInWords(date, timeZone) }
}
