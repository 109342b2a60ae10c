import { z } from 'zod'
import { emailField, optionalField, rowId, textLine } from '../../../platform/http/texts/fields.ts'
import { formKeyField } from '../../../platform/http/texts/money-fields.ts'
import { kindNames, limits, type ReservationStatus } from '../rules.ts'

const required = (label: string, maxLength: number, missing: string) =>
  textLine(label, maxLength, missing).refine(Boolean, missing)
/** How many people come. */
const party = z
  .int('Say how many come, as a number.')
  .min(1, 'At least one person has to come.')
  .max(limits.party, `A party is ${limits.party} people at most.`)
const note = optionalField(textLine('The note', limits.note))
const reason = required('The reason', limits.note, 'Write the reason.')
/** The version of the reservation that the form showed. */
const version = z.int().positive()

/**
 * What staff and organisers send, without what says which reservation or subject it is about. A request can be repeated
 * safely, because it has a `key` or a `version`, or because it describes the state after the change.
 */
export const staffFields = {
  add: {
    key: formKeyField,
    name: required('The name', limits.name, 'Write a name.'),
    /** Without an address, the guest gets no mail. */
    email: z
      .union([
        z.literal('').transform(() => null),
        emailField('Write an email address, or none.'),
        z.null(),
      ])
      .default(null),
    party,
    note,
    /** Whether the party is here already. If so, it is checked in. */
    is_here: z.boolean().default(false),
  },
  checkIn: {
    /** How many of the party are inside now; 0 undoes the check-in. */
    inside: z.int().min(0).max(limits.party),
  },
  party: { party, version },
  note: { note, version },
  offer: { reason },
  move: {
    /** 1 is the first. */
    position: z.int().positive().max(limits.places),
    reason,
  },
}

/** Which reservation a request of staff is about. */
const rsvp = { rsvp: rowId }

/** Bodies of `POST /api/reservations/<action>`. */
export const staffRequests = {
  add: z.object({ kind: z.enum(kindNames), subject: rowId, ...staffFields.add }),
  checkIn: z.object({ ...rsvp, ...staffFields.checkIn }),
  party: z.object({ ...rsvp, ...staffFields.party }),
  note: z.object({ ...rsvp, ...staffFields.note }),
  cancel: z.object(rsvp),
  offer: z.object({ ...rsvp, ...staffFields.offer }),
  move: z.object({ ...rsvp, ...staffFields.move }),
  /** The file of a day, `YYYY-MM-DD` on the venue's clock. */
  file: z.object({ day: z.iso.date(), search: z.string().max(limits.name).default('') }),
}

/** A reservation after a change. `due_cents`: what has to be paid at the bar, in minor units. */
export type StaffReply = {
  rsvp: {
    id: number
    status: ReservationStatus
    party: number
    inside: number
    version: number
  }
  due_cents: number
}
