import type { Payload, PayloadRequest } from 'payload'
import type { Database, SQL } from '../../platform/database/query.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import type { NewMail } from '../../platform/mail/contract.ts'
import { sharedPort } from '../../platform/port.ts'
import type { SiteFacts } from '../../platform/runtime/site-facts.ts'
import type { Permission } from '../../platform/staff/permissions.ts'
import type { CardUse } from '../payments/rules.ts'
import type { VenueArea } from '../venue/rules.ts'
import type { KindName, Payment } from './rules.ts'
import type { Reservation } from './tables.ts'

/** What is reserved: the date of an event, a booking, a drop. A kind's own subjects have more fields. */
export type Subject = {
  id: number
  title: string
  startsAt: Date
  endsAt: Date
  /** Null: the number of places is not limited, or the kind does not count them. */
  capacity: number | null
  /** Places of reservations that are held, going, offered or attended; 0 if the kind does not count them. */
  taken: number
  /** The largest party of a guest. Organisers and staff may enter up to the kind's `maxParty`. */
  maxParty: number
}

/** The mails that the module sends. A kind sends further ones itself. */
export type ReservationMail =
  | 'confirm'
  | 'confirm_late'
  | 'confirm_again'
  | 'again'
  | 'going'
  | 'waitlisted'
  | 'offer'
  | 'offer_expired'
  | 'party'
  | 'removed'
  | 'left'

/** Values of placeholders. */
export type Words = Record<string, string>

export type MailedReservation = Pick<
  Reservation,
  'id' | 'email' | 'linkVersion' | 'party' | 'priceCents' | 'payment' | 'status'
>

export type MailFacts<S> = {
  subject: S
  reservation: MailedReservation
  /** Identifies the occasion of the mail; unique for the reservation and this kind of mail. */
  occasion: string | number
  position?: number | undefined
  words?: Words | undefined
  /** When the mail becomes useless. */
  expiresAt?: Date
}

/**
 * Makes a mail to a guest; null if the guest has no address. It needs no database, so it can be called in a transaction.
 * It is declared as a method, so that a kind with its own subjects and mails is a `ReservationKind` too.
 */
export type Mailer<S, Mail extends string = ReservationMail> = {
  make(mail: Mail, facts: MailFacts<S>): Promise<NewMail | null>
}['make']

/** Who reserves, as far as a kind's rules depend on it. */
export type Request = {
  /** Whether a guest makes the reservation. If false, an organiser or staff enter it. */
  isGuest: boolean
  isMember: boolean
  party: number
}

/** What a guest read before paying by card: until when the price is given back (null: never), and when it starts. */
export type AgreedTerms = { refundUntil: Date | null; startsAt: Date }

/** How the prices of a kind are paid by card. Methods, so that a kind with its own subjects is a `ReservationKind` too. */
export type CardTerms<S extends Subject = Subject> = {
  /** `sale`: the venue earns it at once. `deposit`: the venue owes it until the visit. */
  use: CardUse
  /** What is paid for, for the payment page, the receipt and staff: `2 places at Quiz night, 3 December 2026`. */
  describe(subject: S, request: { party: number; timeZone: string }): string
  /**
   * Until when a guest who cancels, or comes with fewer, gets the price back, in words. Read before paying.
   * @param request.agreed null before paying
   */
  ruleOf(subject: S, request: { timeZone: string; agreed: AgreedTerms | null }): string
  /**
   * Whether a guest who cancels now gets the price back. If organisers or staff cancel, everybody does.
   * @param agreed what was true when the guest began to pay; null before
   */
  isRefunded(subject: S, now: Date, agreed: AgreedTerms | null): boolean
  /**
   * Until when the price is given back by the subject's rule of today; null: never. It is stored when a guest begins to
   * pay. Without it nothing is stored, because each subject belongs to one guest and keeps its own rule.
   */
  refundUntilOf?(subject: S): Date | null
}

/**
 * What a feature declares to make something of its own reservable. The module does everything else: holds, the
 * waitlist, offers, links, money, check-in, personal data. SQL about subjects is the kind's, because only its feature
 * reads and writes their table.
 */
export type ReservationKind<S extends Subject = Subject, Mail extends string = ReservationMail> = {
  name: KindName
  /** The table of the subjects, for the audit trail. */
  table: string

  // Subjects

  find(db: Database, id: number): Promise<S | null>
  /** Like `find`. @param hasDue a condition, which the statement also reads */
  findWithDue(
    db: Database,
    id: number,
    hasDue: SQL,
  ): Promise<{ subject: S; hasDue: boolean } | null>
  /** Finds subjects for lists. Damaged ones may be left out. */
  findAll(db: Database, ids: readonly number[]): Promise<S[]>
  /** Locks the subject. Everything that takes or frees its places does this first. */
  lock(db: Database, id: number): Promise<S | null>

  // Places

  /**
   * A statement that takes places and returns rows with the integers `taken` (how many are taken now) and `subject`; only
   * the first is read. It returns none if there are too few, or if the subject has changed since it was read. The module makes it a part of
   * the statement that inserts the reservation. A kind without a counter takes places in another way, such as by
   * inserting a row that an exclusion constraint guards (`… on conflict do nothing returning 0 as taken, … as subject`).
   * @param request.untilEnd whether places can still be taken after the start
   */
  takePlaces(subject: S, request: { party: number; untilEnd: boolean }): SQL
  /**
   * Takes places, or gives places back if `count` is negative. Locks the subject.
   * @returns how many places are taken now; null if too few are free
   */
  changeTaken(db: Database, subject: S, count: number): Promise<number | null>
  /** The largest party that organisers and staff can enter. */
  maxParty: number
  /**
   * For kinds whose subjects belong to one guest each. The calls of staff about all kinds don’t add guests to them, and
   * don’t let more people come, because room has to be found first. `permission`: what staff need beside that of the call.
   */
  ofOneGuest?: { permission: Permission; refusal(): HttpError }
  /** Called after places were taken or given back. @param before the subject before the change */
  announce(req: PayloadRequest, before: S, taken: number): Promise<void>

  // Rules

  /** Whether a request may know that the subject exists. @param slug what the guest sent to show that */
  isKnownTo(subject: S, request: { isGuest: boolean; slug: string | undefined }): boolean
  /** The error if the subject does not accept a reservation. `isHeld`: places are held already, and are confirmed now. */
  refusalOf(subject: S, request: Request & { isHeld?: boolean }): HttpError | null
  /**
   * The error if reservations of the subject can't be changed or cancelled any more. `isPromised`: a guest changes or
   * cancels a reservation that is neither waiting nor offered.
   */
  refusalOfChange(subject: S, request: { isPromised: boolean }): HttpError | null
  /** The error if nobody can be checked in. `isMore`: more people are inside than before. */
  refusalOfCheckIn(subject: S, request: { isMore: boolean }): HttpError | null
  isCancelled(subject: S): boolean
  /** Whether the subject was ended, so a party that is not inside did not come. */
  isEnded(subject: S): boolean
  cancelledError(): HttpError
  /** The error if `canOffer` is false. */
  notOfferedError(): HttpError
  priceOf(subject: S, request: Request): { priceCents: number; payment: Payment }
  /**
   * `mail`: a guest without an account confirms the address with a mailed link, and places are held until then. `none`:
   * the reservation is confirmed at once.
   */
  confirmation: 'mail' | 'none'
  heldMinutes: number
  /**
   * Whether places that a confirmed guest gets, also by accepting an offer, are first held for `heldMinutes`, until the guest
   * says how they are paid. The kind then calls `makeGoing`.
   */
  isHeldFirst?: boolean
  /** False: if there are no places, reserving fails with `full`. */
  hasWaitlist: boolean
  /** Whether guests of this subject can wait. By default, those of every subject can, if the kind has a waitlist. */
  canWait?(subject: S): boolean
  /** Whether free places can still be offered. */
  canOffer(subject: S, now: Date): boolean
  /** How long offers last on the day of the start, in minutes. By default, a part of the time left; see offer-end.ts. */
  offerMinutesOnDay?: number

  // Money

  /**
   * How the price is booked in the ledger. `commonGoodPercent`: the whole share of the Common Good; null: the usual one.
   * `holdEndsAt`: until when a price is held, which is after the last check-in.
   */
  moneyOf(subject: S): {
    area: VenueArea | null
    reference: string
    commonGoodPercent: number | null
    holdEndsAt: Date
  }
  /** How a price by card is paid and given back, see card.ts. Without it, `priceOf` never says `card`. */
  card?: CardTerms<S>

  // Texts

  /** The subject for the audit trail: `Quiz night, 2026-12-03`. */
  describe(subject: S): string
  findMailer(payload: Payload, site: SiteFacts): Promise<Mailer<S, Mail>>
  /** The mail to a party that has just got its places. By default `going`. */
  makeGoingMail?(
    by: { mailer: Mailer<S, Mail>; timeZone: string },
    facts: MailFacts<S>,
  ): Promise<NewMail | null>
  /** Queues pushes of a mail's news for guests who are members. They are sent after the transaction. */
  queuePushes?(
    db: Database,
    mail: Mail,
    reservations: readonly Reservation[],
    occasionOf: (reservation: Reservation) => string | number,
  ): Promise<void>
  /**
   * The path of the kind's pages, such as `/calendar`. The guest's page is at `<path>/reservation/<token>`, and the calls
   * of that page are below `/api<path>`; see calls.ts.
   */
  path: string
  /** The segment before the token in the path of the guest's page. By default `reservation`. */
  page?: string
  /** The path of the calls below `/api`. By default `path`. */
  calls?: string
  /** The origin of the kind's pages, if they have a host of their own. By default, that of the site. */
  origin?(): string

  /** Whether the feature exports the reservations of members itself, with more facts. */
  exportsOwnData?: boolean

  // Statements about subjects that the module joins with its own tables

  sql: {
    /** Subjects that are not over: `id`, `starts_at`, and `is_shown`, whether guests may see them. */
    open: SQL
    /** Subjects whose places can be offered now: `id`, and `free`, the number of free places; null: no limit. */
    free: SQL
    /** Subjects for the download of personal data: `id`, `title`, `starts_at`. */
    named: SQL
    /** The ids of subjects that ended before this number of days. */
    endedBefore(days: number): SQL
    /** Locks subjects in the order of their ids, and returns the ids. @param ids a statement that returns ids */
    lockAll(ids: SQL): SQL
  }
}

/** All kinds. Each is provided by the feature that declares it. */
export const reservationKinds = sharedPort<ReservationKind>('reservation kinds')

/** Undefined if no feature declares the kind. */
export const findKind = (
  payload: Pick<Payload, 'config'>,
  name: KindName,
): ReservationKind | undefined => reservationKinds.all(payload).find((each) => each.name === name)
