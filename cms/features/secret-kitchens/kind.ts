import { announce } from '../../platform/database/announce.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import type { ReservationKind } from '../reservations/kind.ts'
import { dropError } from './errors.ts'
import { type DropMail, findDropMailer } from './mails/render.ts'
import { dropsOrigin } from './origin.ts'
import { queuePushes } from './pushes.ts'
import {
  changeTaken,
  type Drop,
  findDrop,
  findDrops,
  findDropWith,
  lockDrop,
  reservableDrops,
  takePortions,
} from './queries/drops.ts'
import {
  collectHours,
  collectingOpensAt,
  dropsPath,
  heldMinutes,
  limits,
  offerMinutes,
  refusalOfClaim,
  stateOf,
  totalCents,
} from './rules.ts'
import { dropTags } from './tags.ts'

const hourMs = 3_600_000
/** A price in credit is held for this long after the end, because claims can be marked until then. */
const holdMs = 24 * hourMs

export type { Drop }

const isOver = (drop: Drop): boolean => ['served', 'cancelled'].includes(stateOf(drop, new Date()))

/** Portions of drops. A claim is a reservation whose party is the number of its portions. */
export const dropKind: ReservationKind<Drop, DropMail> = {
  name: 'drop',
  table: 'secret_drops',

  find: findDrop,
  findWithDue: findDropWith,
  findAll: findDrops,
  lock: lockDrop,

  takePlaces: (seen, request) => takePortions(seen, request),
  changeTaken: (db, { id }, count) => changeTaken(db, id, count),
  maxParty: limits.each,
  announce: async (req, { id, taken: before }, taken) => {
    if (before !== taken) await announce(req, [dropTags.drop(id), dropTags.list])
  },

  // Only the kitchen sees and changes claims, with its own calls; each is of one member.
  ofOneGuest: { permission: 'drops.run', refusal: () => dropError('not_offered') },
  isKnownTo: ({ announcedAt }) => announcedAt !== null,
  refusalOf: (drop, { party, isMember, isGuest }) => {
    const refusal = refusalOfClaim(drop, { now: new Date(), memberSince: null })
    // Whether it is open is decided by the database’s clock, see `claim.ts` and `takePortions`.
    if (refusal && refusal !== 'not_open') return dropError(refusal)
    if (isGuest && !isMember) return dropError('too_new')
    return party > drop.each ? dropError('too_many', { field: 'portions' }) : null
  },
  // Once the first slot has begun the portions are cooked.
  refusalOfChange: (drop, { isPromised }) => {
    if (isOver(drop)) return dropError(drop.cancelledAt ? 'cancelled' : 'over')
    return isPromised && drop.startsAt <= new Date() ? dropError('over') : null
  },
  refusalOfCheckIn: (drop, { isMore }) => {
    const now = Date.now()
    if (isMore && collectingOpensAt(drop).getTime() > now) return dropError('not_yet')
    return drop.endsAt.getTime() + collectHours.after * hourMs < now ? dropError('over') : null
  },
  isCancelled: ({ cancelledAt }) => cancelledAt !== null,
  isEnded: ({ servedAt }) => servedAt !== null,
  cancelledError: () => dropError('cancelled'),
  notOfferedError: () => dropError('not_offered'),
  priceOf: (drop, { party }) => ({
    priceCents: totalCents(drop, party),
    payment: drop.priceCents ? 'door' : 'free',
  }),
  confirmation: 'none',
  heldMinutes,
  isHeldFirst: true,
  hasWaitlist: true,
  canOffer: (drop, now) =>
    drop.announcedAt !== null &&
    drop.drawnAt !== null &&
    !drop.cancelledAt &&
    !drop.soldOutAt &&
    !drop.servedAt &&
    drop.startsAt > now,
  offerMinutesOnDay: offerMinutes,

  moneyOf: ({ id, area, endsAt }) => ({
    area,
    reference: `drop:${id}`,
    commonGoodPercent: null,
    holdEndsAt: new Date(endsAt.getTime() + holdMs),
  }),
  card: {
    use: 'sale',
    describe: ({ title, startsAt }, { party, timeZone }) =>
      `${party === 1 ? 'One portion' : `${party} portions`} of ${title}, ${formatGuestTime(startsAt, timeZone)}`,
    ruleOf: ({ startsAt }, { timeZone, agreed }) =>
      `Give it back before ${formatGuestTime(agreed?.refundUntil ?? startsAt, timeZone)}, and the money goes back to your card. After that it is cooked, and stays with us. If we call it off, you get all of it back.`,
    isRefunded: ({ startsAt }, now, agreed) => now < (agreed?.refundUntil ?? startsAt),
    refundUntilOf: ({ startsAt }) => startsAt,
  },

  describe: ({ title, day }) => `${title}, ${day}`,
  findMailer: findDropMailer,
  queuePushes,
  path: dropsPath,
  page: 'claim',
  calls: '/secret-kitchens',
  origin: dropsOrigin,

  sql: reservableDrops,
}
