import type { RsvpStatus } from '../../rules.ts'

/** A guest as the admin's list shows them. `email` null: they gave none, or an editor looks. */
export type ListedGuest = {
  id: number
  name: string
  email: string | null
  party: number
  inside: number
  status: RsvpStatus
  /** The position on the waitlist; 1 is the first. Null if it does not wait. */
  position: number | null
  note: string | null
  version: number
  /** Further facts in words, such as the payment. */
  facts: string[]
}
