/** What a member may pay by card at once, in minor units. */
export const cardLimits = { min: 5_00, max: 200_00, required: true } as const

/** How many payments a member may begin in an hour. */
export const beginsPerHour = 20

/** How long a payment that was begun and not paid is kept. */
export const unpaidDays = 30

/** What the payment service says about a payment, in minor units. */
export type CardState = {
  isPaid: boolean
  /** What the member paid; 0 before. */
  amountCents: number
  /** ISO 4217. */
  currency: string
  refundedCents: number
  /** What card holders' banks hold back or took back. */
  disputedCents: number
}

/** What of a payment is the venue's now. */
export const netOf = ({ isPaid, amountCents, refundedCents, disputedCents }: CardState): number =>
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
