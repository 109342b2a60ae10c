import type { CardState, ServiceRefund } from './rules.ts'

/**
 * A service at which members and guests pay by card. All amounts are minor units. Each method throws HttpError
 * `service_unavailable` if the service can't be reached or fails, and `service_refused` if it refuses the request.
 */
export type CardProvider = {
  /**
   * Begins a payment. A repeated call with the same payment returns the same result.
   * @returns `session`: the service's id of the payment; `url`: the page where the payer pays
   */
  begin: (request: {
    /** The id of the payment in our database. */
    payment: number
    /** The idempotency key of the payer's form. */
    key: string
    amountCents: number
    currency: string
    email: string | null
    description: string
    /** A text above the button that pays. */
    rule?: string | null
    /** When the service ends the payment by itself, if nobody has paid. With it, only ways of paying are offered that say at once whether they succeed. */
    expiresAt?: Date
    /** The pages to which the payer returns: after paying, and after cancelling. */
    paidUrl: string
    cancelUrl: string
  }) => Promise<{ session: string; url: string }>
  /** What the service says about a payment now. */
  read: (session: string) => Promise<CardState>
  /** Ends an unpaid payment, so that nobody can pay it any more. Does nothing if it has ended already. */
  expire: (session: string) => Promise<void>
  /** Pays back what was not paid back yet. A repeated call with the same payment pays back nothing. */
  refund: (session: string) => Promise<void>
  /**
   * Pays back a part. A repeated call with the same `refund` returns the first one.
   * @param request.refund our id of the refund; `request.key` is unique for each refund of the payment
   * @returns `refused`: a code of the service, if it will never accept this refund, for example because less is left of
   *   the payment, or a bank has taken the money back
   */
  refundPart: (
    session: string,
    request: { refund: number; key: string; amountCents: number },
  ) => Promise<ServiceRefund | { refused: string }>
  /**
   * Verifies a message of the service.
   * @returns the session of the payment whose state may have changed; null if the message is about something else
   * @throws HttpError `unauthorized` if the message is not from the service
   */
  sessionOfEvent: (body: Buffer, signature: string) => Promise<string | null>
}
