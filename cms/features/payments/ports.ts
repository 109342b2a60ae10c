import type { Payload, PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { sharedPort } from '../../platform/port.ts'
import type { CardUse } from './rules.ts'

/** What a guest is asked to pay. */
export type Payable = {
  /** Minor units of the venue's currency. */
  amountCents: number
  /** `sale`: the venue earns it at once. `deposit`: the venue owes it until `settleDeposits`. */
  use: CardUse
  /** What it is for, in the words of the payment page, of the receipt and of staff. Names nobody. */
  description: string
  /** Where the receipt is mailed. Null: nobody gets mails. */
  email: string | null
  /** The guest's account, if they have one. */
  member: number | null
  /** The checkout ends at this time, if it is earlier than `checkoutMinutes` from now. */
  payUntil?: Date
  /** What the guest reads on the payment page and the receipt, such as the rule of cancelling. At most 1000 characters. */
  rule?: string
}

/** A payment for something. `id`: the number in its reference. */
export type SubjectPayment = {
  id: number
  /** Our number of the payment, also the number of the receipt. */
  payment: number
  use: CardUse
  /** The amount that was asked for, in minor units. */
  amountCents: number
}

/**
 * What guests can pay for by card. The feature that has the subject provides it. Its functions run in a transaction in
 * which `lock` was called first, so locks are taken in the order subject, payment, accounts. If a function throws, the
 * transaction is rolled back, and what caused it is repeated later.
 */
export type PayableKind = {
  /** References of this kind are `prefix:id`, such as `reservation:12`. */
  prefix: string
  /** Locks the subject, with everything that the other functions lock. Does nothing if it does not exist. */
  lock: (req: PayloadRequest, db: Database, id: number) => Promise<void>
  /**
   * What is to be paid now. Called when a guest begins to pay: keeps the subject for them until the checkout ends.
   * @param checkout.endsAt when the checkout ends, unless the reply says earlier
   * @throws HttpError of the feature, if there is nothing to pay or it is too late
   */
  begin: (
    req: PayloadRequest,
    db: Database,
    id: number,
    checkout: { endsAt: Date },
  ) => Promise<Payable>
  /**
   * The payment has arrived. Called once for each payment, in the transaction that books it.
   * @returns false, without a change, if the subject can't be paid any more, for example because it was cancelled or has
   *   another price. Then all of the money is paid back, and the guest gets a mail
   */
  paid: (req: PayloadRequest, db: Database, payment: SubjectPayment) => Promise<boolean>
  /**
   * The time to pay is over, and nothing was paid: what was kept for the guest is free again. Called at most once for a
   * checkout; not for one that a newer checkout of the same subject has replaced, nor after `closeCheckouts`.
   */
  expired: (req: PayloadRequest, db: Database, payment: SubjectPayment) => Promise<void>
  /**
   * The booked amount of an accepted payment has changed: by a refund or dispute, or because one of them failed.
   * @param change.netCents the amount that the venue has now
   */
  changed?: (
    req: PayloadRequest,
    db: Database,
    payment: SubjectPayment,
    change: { netCents: number },
  ) => Promise<void>
  /**
   * The path of the guest's own page, or its URL if it is on another host, for mails, and to return to after paying (`?card=paid`) or cancelling
   * (`?card=cancelled`); null if there is none. Called without `lock`.
   */
  pathOf: (db: Database, id: number, payload: Payload) => Promise<string | null>
}

export const payableKinds = sharedPort<PayableKind>('what guests pay by card')
