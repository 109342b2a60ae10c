import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import type { VenueArea } from '../venue/rules.ts'
import type { EditRequest } from './contract.ts'
import { momentError } from './errors.ts'
import {
  countOpenReports,
  endReports,
  forgetRemoved,
  insertReport,
  rememberRemoved,
} from './queries/moderation.ts'
import {
  deleteMoment,
  eraseOf,
  exportMomentsOf,
  exportReactionsOf,
  hasChosen,
  listPublic,
  lockMoment,
  type Moment,
  type PublicMoment,
  setReaction,
  updateMoment,
} from './queries/moments.ts'
import type { ReactionKind } from './rules.ts'
import { seenOf } from './seen.ts'
import { publicMomentTags } from './tags.ts'
import { resolveWords } from './upload.ts'

/** Public pages are rendered again if they show the moment. */
const dropPagesOf = async (req: PayloadRequest, { isChosen }: Pick<Moment, 'isChosen'>) => {
  if (isChosen) await announce(req, publicMomentTags)
}

/** @throws HttpError `not_found`, `not_own` */
async function lockOwn(db: Database, id: number, member: number): Promise<Moment> {
  const moment = await lockMoment(db, id)
  if (moment?.member === member) return moment
  throw momentError(moment?.state === 'shown' ? 'not_own' : 'not_found')
}

/**
 * Changes the words of one's own moment, its place and its audience. Staff chose it with its former words, so it leaves
 * the public pages. The people in it agree again before everybody sees it.
 * @throws HttpError `not_found`, `not_own`, `agree`, `no_event`
 */
export const editMoment = (
  req: PayloadRequest,
  member: number,
  { moment: id, agreed, ...fields }: EditRequest,
): Promise<void> =>
  inTransaction(req, async (db) => {
    const moment = await lockOwn(db, id, member)
    const isWider = moment.audience === 'members' && fields.audience === 'everybody'
    if (isWider && !agreed) throw momentError('agree', { field: 'agreed' })
    const words = await resolveWords(db, { ...fields, stored: moment.event })
    await updateMoment(db, id, { ...words, isChosen: false })
    await dropPagesOf(req, moment)
  })

/** Deletes one's own moment with its files. A moment that is deleted already stays so. */
export const removeMoment = (req: PayloadRequest, member: number, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    if ((await lockMoment(db, id)) === null) return
    const moment = await lockOwn(db, id, member)
    await deleteMoment(db, id)
    await dropPagesOf(req, moment)
  })

/** Switches a member’s reaction to a shown moment. */
export const react = (
  req: PayloadRequest,
  member: number,
  change: { moment: number; kind: ReactionKind; on: boolean },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const moment = await lockMoment(db, change.moment)
    if (moment?.state !== 'shown') throw momentError('not_found')
    await setReaction(db, { ...change, member })
  })

/** Whether somebody sees a moment. @param member null for visitors */
const isVisible = (moment: Moment, member: number | null): boolean =>
  moment.state === 'shown' && (member !== null || moment.audience === 'everybody')

/**
 * Hides a moment at once, because somebody in it asks for it, and tells staff. Repeating it changes nothing.
 * @param member null for visitors
 * @throws HttpError `not_found`; `kept` if staff restored it before
 */
export const takeDown = (
  req: PayloadRequest,
  { moment: id, member }: { moment: number; member: number | null },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const moment = await lockMoment(db, id)
    if (moment?.state === 'hidden' && moment.reason === 'taken_down') return
    if (!moment || !isVisible(moment, member)) throw momentError('not_found')
    if (moment.isKept) throw momentError('kept')
    await updateMoment(db, id, { state: 'hidden', reason: 'taken_down', isChosen: false })
    await rememberRemoved(db, id)
    await insertReport(db, { moment: id, member, kind: 'take_down', text: '' })
    await dropPagesOf(req, moment)
  })

/** Tells staff what is wrong with a moment. It stays as it is. @throws HttpError `not_found` */
export const report = (
  req: PayloadRequest,
  { moment: id, member, text }: { moment: number; member: number | null; text: string },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const moment = await lockMoment(db, id)
    if (!moment || !isVisible(moment, member)) throw momentError('not_found')
    await insertReport(db, { moment: id, member, kind: 'report', text })
  })

/** @throws HttpError `not_found`; `stale`: it is not what staff saw, because somebody took it down, reported or edited it */
async function lockSeen(db: Database, id: number, seen: string): Promise<Moment> {
  const moment = await lockMoment(db, id)
  if (!moment) throw momentError('not_found')
  // A repeated request was decided with what was seen then, so it is stale too, and changes nothing.
  if (seenOf(moment, await countOpenReports(db, id)) !== seen) throw momentError('stale')
  return moment
}

/**
 * Shows or hides a moment, by staff. Pictures that look like a hidden one wait for staff from then on.
 * @throws HttpError `not_found`, `stale`, `not_shown` if it has no files yet
 */
export const decide = (
  req: PayloadRequest,
  staff: number,
  { moment: id, state, seen }: { moment: number; state: 'shown' | 'hidden'; seen: string },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const moment = await lockSeen(db, id, seen)
    if (moment.state === 'encoding' || moment.state === 'failed') throw momentError('not_shown')
    const decision = { state, decidedAt: new Date(), decidedBy: staff }
    if (state === 'shown') {
      const isKept = moment.isKept || moment.state === 'hidden'
      await updateMoment(db, id, { ...decision, reason: null, isKept })
      await forgetRemoved(db, id)
    } else {
      await updateMoment(db, id, { ...decision, reason: 'staff', isChosen: false })
      await rememberRemoved(db, id)
    }
    await endReports(db, id)
    await audit(req, id, state === 'shown' ? 'moment_shown' : 'moment_hidden')
    await dropPagesOf(req, moment)
  })

/**
 * Puts a public moment on the pages of its area and event, or takes it off.
 * @throws HttpError `not_found`, `stale`, `not_public`
 */
export const choose = (
  req: PayloadRequest,
  { moment: id, chosen, seen }: { moment: number; chosen: boolean; seen: string },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const moment = await lockSeen(db, id, seen)
    if (moment.isChosen === chosen) return
    if (chosen && !isVisible(moment, null)) throw momentError('not_public')
    await updateMoment(db, id, { isChosen: chosen })
    await audit(req, id, chosen ? 'moment_chosen' : 'moment_unchosen')
    await announce(req, publicMomentTags)
  })

const audit = (req: PayloadRequest, id: number, action: string) =>
  record(req, {
    action,
    subject: `moment no. ${id}`,
    of_collection: 'moments',
    document: id,
  })

/** Moments that everybody may see, of an area and from a time on, the newest first: staff choose from them for a page. */
export const listPublicMoments = (
  db: Database,
  of: { area: VenueArea; since: Date },
): Promise<PublicMoment[]> => listPublic(db, of, 40)

export const exportMoments = async (db: Database, { id }: PersonalDataOwner) => ({
  moments: await exportMomentsOf(db, id),
  moment_reactions: await exportReactionsOf(db, id),
})

export async function eraseMoments(
  db: Database,
  { id }: PersonalDataOwner,
  req: PayloadRequest,
): Promise<void> {
  const isOnPages = await hasChosen(db, id)
  await eraseOf(db, id)
  if (isOnPages) await announce(req, publicMomentTags)
}
