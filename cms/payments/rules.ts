/** What a member may pay by card at once, in minor units. */
export const cardLimits = { min: 5_00, max: 200_00, required: true } as const

/** How many payments a member may begin in an hour. */
export const beginsPerHour = 20

/** How many days an unpaid payment is kept. After this time, its state is no longer read from the payment service. */
export const unpaidDays = 30
/** How many days a payment is checked for refunds and disputes, in case the service's messages about them got lost. */
export const watchedDays = 180

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * The delay until the state of a payment is read again. An unpaid payment is read 1, 2, 4 … minutes after it was begun,
 * then each hour, and after three days once a day. For a paid payment, the delay is its age, but at least an hour.
 * @param ageMs time since the payment was begun
 * @returns the delay in ms; null if nothing will change any more
 */
export function nextCheckMs(
  ageMs: number,
  { isPaid, isOpen }: Pick<CardState, 'isPaid' | 'isOpen'>,
): number | null {
  if (isPaid) return ageMs < watchedDays * dayMs ? Math.max(ageMs, hourMs) : null
  if (!isOpen || ageMs >= unpaidDays * dayMs) return null
  if (ageMs < 3 * dayMs) return Math.min(Math.max(ageMs, minuteMs), hourMs)
  return dayMs
}

/** How many payments one run of the job checks. */
export const checksPerRun = 50

/** What the payment service says about a payment, in minor units. */
export type CardState = {
  isPaid: boolean
  /** Whether the payment can still be paid. */
  isOpen: boolean
  /** The amount that the member paid; 0 if the payment is not paid. */
  amountCents: number
  /** ISO 4217. */
  currency: string
  refundedCents: number
  /** The amount that card holders' banks hold back or took back. */
  disputedCents: number
}

/** The part of a payment that is left after refunds and disputes. */
export const netOf = ({
  isPaid,
  amountCents,
  refundedCents,
  disputedCents,
}: Omit<CardState, 'isOpen'>): number =>
  isPaid ? Math.max(0, amountCents - refundedCents - disputedCents) : 0

/** The booked part of a payment, in minor units. */
export type BookedPayment = {
  /** The amount that was booked, less the amount that was taken back. */
  netCents: number
  /** The amount that was taken back from the venue, because the member had spent it. */
  lostCents: number
}

/**
 * The amounts to book so that the booked net amount of a payment becomes `targetCents`. A positive amount is added to
 * the account of the member or the venue, a negative one is taken from it. A decrease is first taken from the member's
 * available credit, the rest from the venue. An increase first repays the venue's loss (`lostCents`).
 * @param availableCents the member's available credit
 */
export function adjustmentOf(
  { netCents, lostCents }: BookedPayment,
  targetCents: number,
  availableCents: number,
): { memberCents: number; venueCents: number } {
  const delta = targetCents - netCents
  const venueCents =
    delta < 0 ? Math.min(0, delta + Math.max(0, availableCents)) : Math.min(delta, lostCents)
  return { memberCents: delta - venueCents, venueCents }
}
