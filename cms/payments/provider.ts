import type { CardState } from './rules.ts'

/**
 * A service at which members pay by card. All amounts are minor units. Each method throws HttpError
 * `service_unavailable` if the service can't be reached or fails, and `service_refused` if it refuses the request.
 */
export type CardProvider = {
  /**
   * Begins a payment. A repeated call with the same payment returns the same result.
   * @returns `session`: the service's id of the payment; `url`: the page where the member pays
   */
  begin: (request: {
    /** The id of the payment in our database. */
    payment: number
    /** The idempotency key of the member's form. */
    key: string
    amountCents: number
    currency: string
    email: string
    description: string
    /** The pages to which the member returns: after paying, and after cancelling. */
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
   * Verifies a message of the service.
   * @returns the session of the payment whose state may have changed; null if the message is about something else
   * @throws HttpError `unauthorized` if the message is not from the service
   */
  sessionOfEvent: (body: Buffer, signature: string) => Promise<string | null>
}
