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

/** How long a guest may pay after they began to. Then the checkout is ended at the payment service. */
export const checkoutMinutes = 15
/**
 * How long a checkout that can't be ended at the payment service is still accepted. Then it is closed here, and what
 * arrives later is paid back.
 */
export const graceMinutes = 5
/**
 * How many minutes after it was begun the payment service ends a checkout by itself, in case the program does not run.
 * Stripe's shortest is 30. A checkout may be begun again until it ends here, so this has to be more than the sum.
 */
export const serviceMinutes = 60
/** How many checkouts may be begun for one subject in an hour. */
export const checkoutsPerHour = 20

/** What a guest's payment is: the venue's at once, or a deposit that the venue owes until the visit. */
export const cardUses = ['sale', 'deposit'] as const
export type CardUse = (typeof cardUses)[number]

/**
 * A guest's checkout: `open`: can be paid; `closed`: what arrives is paid back, because the time is over, or the
 * subject was cancelled or has a newer checkout; `paid`: accepted; `refused`: paid, and all of it is paid back.
 */
export const checkoutStatuses = ['open', 'closed', 'paid', 'refused'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/** What became of a deposit: `held` until the visit. */
export const depositOutcomes = ['held', 'visit', 'no_show'] as const
export type DepositOutcome = (typeof depositOutcomes)[number]

/**
 * Why an amount is paid back: staff decided it; the guest or the venue cancelled; a deposit is given back after the
 * visit; the payment came too `late`, or `differs` from what was asked for. `elsewhere`: at the payment service itself.
 */
export const refundCauses = [
  'staff',
  'cancelled',
  'deposit',
  'late',
  'differs',
  'elsewhere',
] as const
export type RefundCause = (typeof refundCauses)[number]

/**
 * `requested`: the payment service does not know it yet; `pending`: it is on its way; `failed`: the amount is with the
 * venue again, because the payment service or the bank refused it.
 */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** A refund as the payment service has it. */
export type ServiceRefund = {
  /** The service's id. */
  id: string
  /** Our id of the refund, if we requested it. */
  own: number | null
  amountCents: number
  state: Exclude<RefundState, 'requested'>
  /** Why it failed, as a code of the service. */
  failure: string | null
}

/** In characters. */
export const maxReasonLength = 200

/** The largest amount of a payment that can still be paid back. Refunds that failed do not count. */
export const refundableCents = (
  paidCents: number,
  refunds: readonly { amountCents: number; state: RefundState }[],
): number =>
  refunds.reduce(
    (rest, { amountCents, state }) => rest - (state === 'failed' ? 0 : amountCents),
    paidCents,
  )

/** What a reference names; null if it is not `prefix:id`. */
export function subjectOf(reference: string): { prefix: string; id: number } | null {
  const [, prefix, id] = /^([a-z_]{1,20}):([1-9]\d{0,8})$/.exec(reference) ?? []
  return prefix ? { prefix, id: Number(id) } : null
}

/**
 * Whether a payment for a subject may be accepted: it was paid while its checkout was open, and is what was asked for.
 * Otherwise, why it is paid back.
 */
export function refusalOf(
  {
    status,
    amountCents,
    currency,
  }: { status: CheckoutStatus; amountCents: number; currency: string },
  state: Pick<CardState, 'amountCents' | 'currency'>,
): Extract<RefundCause, 'late' | 'differs'> | null {
  if (state.amountCents !== amountCents || state.currency !== currency) return 'differs'
  return status === 'open' ? null : 'late'
}

/**
 * The delay until the state of a guest's checkout is read again: as `nextCheckMs`, but an open one is read when it ends,
 * and one that is closed each minute until the payment service has ended it too.
 * @param endsInMs the time until the checkout ends
 */
export function nextCheckoutCheckMs(
  { status, ageMs, endsInMs }: { status: CheckoutStatus; ageMs: number; endsInMs: number },
  state: Pick<CardState, 'isPaid' | 'isOpen'>,
): number | null {
  if (status === 'open')
    return Math.max(0, Math.min(endsInMs, nextCheckMs(ageMs, state) ?? endsInMs))
  if (status === 'closed') return state.isOpen ? minuteMs : null
  return nextCheckMs(ageMs, { isPaid: true, isOpen: false })
}

/** How many payments one run of the job checks. */
export const checksPerRun = 100

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
  /** All refunds, also those that failed. */
  refunds: readonly ServiceRefund[]
}

/** The part of a payment that is left after refunds and disputes. */
export const netOf = ({
  isPaid,
  amountCents,
  refundedCents,
  disputedCents,
}: Pick<CardState, 'isPaid' | 'amountCents' | 'refundedCents' | 'disputedCents'>): number =>
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
