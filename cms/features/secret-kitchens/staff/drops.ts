import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { announce as announceTags } from '../../../platform/database/announce.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { firstFreeSlug, titleToPathSegment } from '../../../platform/http/texts/slug.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import {
  cancelAllOf,
  lockWith,
  notifyGuests,
  offerPlaces,
  withLocked,
} from '../../reservations/service.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import type { SaveRequest } from '../contract.ts'
import { dropError } from '../errors.ts'
import { bellJob } from '../job-types.ts'
import { dropKind } from '../kind.ts'
import { countSlots } from '../queries/claims.ts'
import {
  type Drop,
  deleteDraft,
  insertDrop,
  listSlugsLike,
  lockDrop,
  readClock,
  stampDrop,
  updateDrop,
} from '../queries/drops.ts'
import { reservedSlugs } from '../rules.ts'
import { finish, scheduleStep } from '../steps.ts'
import { dropTags } from '../tags.ts'

const slugLength = 60

const audit = (
  req: PayloadRequest,
  action: string,
  drop: Pick<Drop, 'id' | 'title' | 'day'>,
  details: Record<string, unknown> = {},
) =>
  record(req, {
    action: `drop_${action}`,
    subject: dropKind.describe(drop as Drop),
    of_collection: dropKind.table,
    document: drop.id,
    details,
  })

const changed = (req: PayloadRequest, id: number) =>
  announceTags(req, [dropTags.drop(id), dropTags.list])

async function requireLocked(db: Database, id: number): Promise<Drop> {
  const drop = await lockDrop(db, id)
  if (!drop) throw dropError('not_found')
  return drop
}

/** @throws HttpError `changed` if somebody else has changed the drop since it was read */
function requireVersion(drop: Drop, version: number | null | undefined): void {
  if (version != null && version !== drop.version) throw dropError('changed')
}

const minuteMs = 60_000

/** The times of a drop, from the venue’s clock. @throws HttpError `no_time`, `skipped_time`, `opens_late` */
function timesOf({ day, slots, last_minutes: last, opens }: SaveRequest, timeZone: string) {
  const at = (local: string, field: string): Date => {
    const time = venueTimeOf(local, timeZone)
    if (!time) throw dropError('no_time', { field })
    if (time.clock === 'skipped') throw dropError('skipped_time', { field })
    return time.at
  }
  const times = slots.map((slot) => at(`${day}T${slot}`, 'slots'))
  const [startsAt, lastAt] = [times[0], times.at(-1)]
  const opensAt = at(opens, 'opens')
  if (!startsAt || !lastAt) throw dropError('no_time', { field: 'slots' })
  if (opensAt >= startsAt) throw dropError('opens_late', { field: 'opens' })
  return { startsAt, endsAt: new Date(lastAt.getTime() + last * minuteMs), opensAt }
}

/**
 * Saves a drop. Once it has opened, its price, the portions of a claim and its opening stay as they are; with claims, day,
 * area and slots stay too.
 * @throws HttpError `not_found`, `changed`, `opened`, `too_few`, `has_claims`, `no_time`, `skipped_time`, `opens_late`
 */
export async function saveDrop(
  req: PayloadRequest,
  request: SaveRequest,
): Promise<{ drop: number }> {
  const { timeZone } = await findSiteFacts(req.payload)
  const times = timesOf(request, timeZone)
  const values = {
    ...{ title: request.title, kitchen: request.kitchen, story: request.story },
    ...{ picture: request.picture, allergens: request.allergens, area: request.area },
    ...{ allergenNote: request.allergen_note || null, day: request.day, slots: request.slots },
    ...{ portions: request.portions, each: request.each, priceCents: request.price_cents },
    ...{ audience: request.audience, isLinked: request.linked, moments: request.moments },
    ...{ afterText: request.after_text || null, ...times },
  }
  const { id } = request
  if (id === null) {
    return inTransaction(req, async (db) => {
      const drop = await addDraft(db, values)
      await audit(req, 'added', { ...request, id: drop })
      return { drop }
    })
  }
  const mayOffer = await inTransaction(req, async (db) => {
    const drop = await requireLocked(db, id)
    requireVersion(drop, request.version)
    // The form has no seconds.
    if (isSameMinute(values.opensAt, drop.opensAt)) values.opensAt = drop.opensAt
    await requireAllowed(db, drop, values)
    // The version is that of the form, so a counter that changes meanwhile refuses no form.
    await updateDrop(db, id, { ...values, version: drop.version + 1 })
    await scheduleStep(db, { ...drop, ...values })
    await audit(req, 'changed', { ...drop, ...request, id }, differences(drop, values))
    await changed(req, id)
    return drop.announcedAt !== null && values.portions > drop.portions
  })
  if (mayOffer) await offerPlaces(dropKind, req, id)
  return { drop: id }
}

type Values = Pick<
  Drop,
  'portions' | 'each' | 'priceCents' | 'opensAt' | 'slots' | 'startsAt' | 'endsAt' | 'day' | 'area'
>

async function addDraft(
  db: Database,
  values: Parameters<typeof insertDrop>[1] & { title: string },
): Promise<number> {
  const wanted = titleToPathSegment(values.title, slugLength) || 'drop'
  await lockNames(db, ['slugs of drops'])
  const others = new Set([...(await listSlugsLike(db, wanted)), ...reservedSlugs])
  const slug = await firstFreeSlug(wanted, slugLength, (each) => !others.has(each))
  const id = await insertDrop(db, { ...values, slug })
  if (id === null) throw new Error('The slug of a drop is not free.')
  return id
}

const isSameMinute = (one: Date, other: Date): boolean =>
  Math.floor(one.getTime() / minuteMs) === Math.floor(other.getTime() / minuteMs)

async function requireAllowed(db: Database, drop: Drop, values: Values): Promise<void> {
  if (values.portions < drop.taken) throw dropError('too_few', { field: 'portions' })
  if (!drop.announcedAt) return
  const now = await readClock(db)
  const isOpened = now >= drop.opensAt
  const isSameOffer =
    values.priceCents === drop.priceCents &&
    values.each === drop.each &&
    values.opensAt.getTime() === drop.opensAt.getTime()
  if (isOpened && !isSameOffer) throw dropError('opened')
  if (!isOpened && values.opensAt <= now) throw dropError('no_time', { field: 'opens' })
  const used = [...(await countSlots(db, drop.id)).keys()]
  if (used.some((slot) => !values.slots.includes(slot)))
    throw dropError('has_claims', { field: 'slots' })
  // Claimants were told when and where, and their credit is held until a day after that.
  const isMoved =
    values.day !== drop.day || values.area !== drop.area || +values.endsAt !== +drop.endsAt
  if (drop.taken > 0 && isMoved) throw dropError('has_claims', { field: 'day' })
}

const noted = ['title', 'day', 'portions', 'each', 'priceCents', 'opensAt', 'area'] as const
const differences = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  Object.fromEntries(
    noted
      .filter((name) => String(before[name]) !== String(after[name]))
      .map((name) => [name, { before: before[name], after: after[name] }]),
  )

/**
 * Announces a drop: from now on its page shows it, and only who is a member already can claim. A repeated request does
 * nothing.
 * @throws HttpError `not_found`, `no_time` if its opening is over
 */
export const announceDrop = (req: PayloadRequest, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const drop = await requireLocked(db, id)
    if (drop.announcedAt) return
    const now = await readClock(db)
    if (drop.opensAt <= now) throw dropError('no_time')
    await stampDrop(db, id, 'announcedAt')
    if (drop.audience === 'bell') await enqueue(db, bellJob, { drop: id, news: 'announced' })
    await scheduleStep(db, { ...drop, announcedAt: now })
    await audit(req, 'announced', drop)
    await changed(req, id)
  })

/**
 * One tap says that nothing is left: nobody claims or gets an offer any more. The next one says that there is.
 * @throws HttpError `not_found`
 */
export async function setSoldOut(
  req: PayloadRequest,
  { id, isSoldOut }: { id: number; isSoldOut: boolean },
): Promise<void> {
  const isBack = await inTransaction(req, async (db) => {
    const drop = await requireLocked(db, id)
    if ((drop.soldOutAt !== null) === isSoldOut) return false
    if (isSoldOut) await stampDrop(db, id, 'soldOutAt')
    else await updateDrop(db, id, { soldOutAt: null })
    await audit(req, isSoldOut ? 'sold_out' : 'back', drop, { taken: drop.taken })
    await changed(req, id)
    return !isSoldOut && drop.announcedAt !== null
  })
  if (isBack) await offerPlaces(dropKind, req, id)
}

/** Says how many portions there are after all. @throws HttpError `not_found`, `changed`, `too_few` */
export async function setPortions(
  req: PayloadRequest,
  { id, portions, version }: { id: number; portions: number; version: number },
): Promise<void> {
  const isMore = await inTransaction(req, async (db) => {
    const drop = await requireLocked(db, id)
    requireVersion(drop, version)
    if (portions < drop.taken) throw dropError('too_few', { field: 'portions' })
    if (portions === drop.portions) return false
    await updateDrop(db, id, { portions, version: drop.version + 1 })
    await audit(req, 'changed', drop, { portions: { before: drop.portions, after: portions } })
    await changed(req, id)
    return portions > drop.portions && drop.announcedAt !== null
  })
  if (isMore) await offerPlaces(dropKind, req, id)
}

/**
 * Calls a drop off: nobody pays anything, and who had a claim, was in the draw or rang the bell is told. A repeated
 * request does nothing.
 * @throws HttpError `not_found`, `over`
 */
export const cancelDrop = (req: PayloadRequest, id: number): Promise<void> =>
  withLocked(dropKind, req, id, async (locked) => {
    const { db, subject } = locked
    if (subject.cancelledAt) return
    if (subject.servedAt) throw dropError('over')
    const told = await cancelAllOf(locked, { reason: 'The drop was called off' })
    await locked.take(-locked.subject.taken)
    await stampDrop(db, id, 'cancelledAt')
    await notifyGuests(locked, told, 'called_off', { occasion: 'off' })
    if (subject.announcedAt) await enqueue(db, bellJob, { drop: id, news: 'called_off' })
    await audit(req, 'cancelled', subject, { claims: told.length })
    await changed(req, id)
  })

/** Closes a drop before the end of its last slot. A repeated request does nothing. @throws HttpError `not_found` */
export const finishDrop = (req: PayloadRequest, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const drop = await requireLocked(db, id)
    if (drop.servedAt || drop.cancelledAt || !drop.announcedAt) return
    await finish(req, id)
    await audit(req, 'served', drop, { taken: drop.taken })
  })

/** Deletes a draft. @throws HttpError `announced` */
export const deleteDrop = (req: PayloadRequest, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const drop = await lockDrop(db, id)
    if (!drop) return
    if (!(await deleteDraft(db, id))) throw dropError('announced')
    await audit(req, 'deleted', drop)
  })

/** Tells all who have portions something. A repeated request tells nobody again. @returns how many were told */
export const messageClaimants = (
  req: PayloadRequest,
  { id, key, text }: { id: number; key: string; text: string },
): Promise<number> =>
  withLocked(dropKind, req, id, async (locked) => {
    const claimants = await lockWith(locked, ['held', 'going', 'offered', 'attended'])
    const told = await notifyGuests(locked, claimants, 'message', {
      occasion: key,
      words: { text },
    })
    await audit(req, 'message', locked.subject, { told })
    return told
  })
