import type { CardState } from './rules.ts'

/**
 * A service at which members pay by card. All amounts are minor units. Each method throws HttpError
 * `service_unavailable` if the service can't be reached or fails, and `service_refused` if it refuses the request.
 */
export type CardProvider = {
  /**
   * Begins a payment. A repeated call with the same payment returns the first one's result.
   * @returns the service's name of it, and the page where the member pays
   */
  begin: (request: {
    /** Our number of the payment. */
    payment: number
    /** The idempotency key of the member's form. */
    key: string
    amountCents: number
    currency: string
    email: string
    description: string
    /** Where the member goes after paying, and after giving up. */
    paidUrl: string
    cancelUrl: string
  }) => Promise<{ session: string; url: string }>
  /** What the service says about a payment now. */
  read: (session: string) => Promise<CardState>
  /** Ends a payment that is not paid yet, so that nobody can pay it any more. Does nothing if it has ended. */
  expire: (session: string) => Promise<void>
  /** Pays back what is left of a payment. A repeated call with the same payment pays nothing. */
  refund: (session: string) => Promise<void>
  /**
   * Verifies a message of the service.
   * @returns the payment whose state may have changed; null if it is about something else
   * @throws HttpError `unauthorized` if it is not the service's
   */
  sessionOfEvent: (body: Buffer, signature: string) => Promise<string | null>
}
