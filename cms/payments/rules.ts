/** What a member may pay by card at once, in minor units. */
export const cardLimits = { min: 5_00, max: 200_00, required: true } as const

/** How many payments a member may begin in an hour. */
export const beginsPerHour = 20

/** How long a payment that was begun and not paid is kept. Until then, the payment service was asked about it. */
export const unpaidDays = 30
/** How long refunds and disputes of a payment are looked for, in case their messages got lost. */
export const watchedDays = 180

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * When the payment service is asked about a payment again: after one, two, four … minutes, and each hour while the
 * member may pay. A paid one is asked about less and less often.
 * @param ageMs since it was begun
 * @returns in how many ms; null if nothing will change any more
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

/** How many payments one run of the job asks about. */
export const checksPerRun = 50

/** What the payment service says about a payment, in minor units. */
export type CardState = {
  isPaid: boolean
  /** Whether it can still be paid. */
  isOpen: boolean
  /** What the member paid; 0 before. */
  amountCents: number
  /** ISO 4217. */
  currency: string
  refundedCents: number
  /** What card holders' banks hold back or took back. */
  disputedCents: number
}

/** What of a payment is the venue's now. */
export const netOf = ({
  isPaid,
  amountCents,
  refundedCents,
  disputedCents,
}: Omit<CardState, 'isOpen'>): number =>
  isPaid ? Math.max(0, amountCents - refundedCents - disputedCents) : 0

/** What the books have of a payment, in minor units. */
export type BookedPayment = {
  /** What was booked of it, less what was taken back. */
  netCents: number
  /** What was taken back from the venue, because the member had spent it. */
  lostCents: number
}

/**
 * What has to be booked so that the books have `targetCents` of a payment. Above zero: to the member and to the venue;
 * below: from them. What is taken back comes from the member as far as there is enough credit, the rest from the venue.
 * What comes back goes to the venue first, as far as it lost something.
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
