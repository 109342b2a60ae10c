import type { RsvpStatus } from '../../rules.ts'

/** A guest in the admin's list. `email` is null if the guest gave none; editors never get it. */
export type ListedGuest = {
  id: number
  name: string
  email: string | null
  party: number
  inside: number
  status: RsvpStatus
  /** The position on the waitlist; 1 is the first. Null if the guest does not wait. */
  position: number | null
  note: string | null
  version: number
  /** Further facts in words, such as the payment. */
  facts: string[]
}
