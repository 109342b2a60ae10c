import { z } from 'zod'
import { birthdayField, interestsField, line, phoneField } from '../../newsletter/contract.ts'
import type { Consent, LettersMoved } from '../../newsletter/details.ts'
import { type Interest, longest, type SubscriberState } from '../../newsletter/rules.ts'
import { type BeerStyle, beerStyles, type VenueArea, venueAreas } from '../../venue/rules.ts'
import { codeField, emailField, type Method, type SessionReply } from '../contract.ts'
import { type TimeSlot, timeSlots } from './rules.ts'

/** `GET /api/member/profile`, and what a change of it answers. */
export type Profile = {
  id: number
  email: string
  name: string | null
  phone: string | null
  /** `day/month`. */
  birthday: string | null
  interests: Interest[]
  favourite_areas: VenueArea[]
  time_slots: TimeSlot[]
  beer_styles: BeerStyle[]
  /** ISO 8601, like all that follows. */
  member_since: string
  /** How the newsletter stands; null where the address never subscribed. */
  subscription: SubscriberState | null
  /** When the account is deleted, where that was asked for. */
  delete_at: string | null
}

const emptied = <S extends z.ZodType>(schema: S) =>
  z.preprocess((given) => (given === '' ? null : given), schema.nullable()).optional()
const chosen = <const Options extends readonly [string, ...string[]]>(
  options: Options,
  of: string,
) =>
  z
    .array(z.enum(options, { error: `One of these ${of} is not on the list.` }), {
      error: `The ${of} must be a list.`,
    })
    .max(options.length * 2, `There are more ${of} than there are on the list.`)
    .transform((given) => options.filter((each) => (given as string[]).includes(each)))
    .optional()

/** `POST /api/member/profile`: what is left out stays, what is null or empty is taken away. */
export const profileRequest = z.object({
  name: emptied(line('The name', longest.name)),
  phone: emptied(phoneField),
  birthday: emptied(birthdayField),
  interests: interestsField.optional(),
  favourite_areas: chosen(venueAreas, 'areas'),
  time_slots: chosen(timeSlots, 'time slots'),
  beer_styles: chosen(beerStyles, 'beer styles'),
})
export type ProfileRequest = z.output<typeof profileRequest>

/** `POST /api/member/email`: mails a code to the old address and one to the new. Answers `{ok: true}`. */
export const emailChangeRequest = z.object({ email: emailField })
/** `POST /api/member/email/confirm`. */
export const emailConfirmRequest = z.object({
  email: emailField,
  old_code: codeField,
  new_code: codeField,
})
/** As a refreshed session is answered, and what became of the letters. */
export type EmailConfirmReply = SessionReply & { letters: LettersMoved }

/** Where somebody is signed in. */
export type OwnSession = {
  id: string
  /** Browser and machine in words. */
  device: string
  method: Method
  created_at: string
  last_seen_at: string
  /** The one that asks. */
  current: boolean
}
/**
 * A device that the gate knows as the member’s: it asks for the passkey without a code before. A passkey
 * on one that was forgotten opens the room still.
 */
export type OwnDevice = {
  id: number
  device: string
  created_at: string
  last_used_at: string
  expires_at: string
  current: boolean
}
/** `GET /api/member/devices`. */
export type DevicesReply = { sessions: OwnSession[]; devices: OwnDevice[] }
/** `POST /api/member/sessions/end`; all at once: `POST /api/auth/sign-out`. */
export const endSessionRequest = z.object({ id: z.uuid('Say which session by its id.') })
/** `POST /api/member/devices/forget`. */
export const forgetDeviceRequest = z.object({
  id: z.int32('Say which device by its id.').positive(),
})

/** `GET /api/member/consents`. */
export type ConsentsReply = { consents: Consent[] }

/** `GET /api/member/download?format=`. */
export const downloadFormat = z.enum(['json', 'csv'])

/** `POST /api/member/delete` and `/undo`: when the account is deleted. */
export type DeletionReply = { delete_at: string | null }

/** `GET /api/member/card`: what the card’s QR code says. `expires_at` in ms since 1970. */
export type CardReply = { token: string; expires_at: number }
/** `POST /api/member-card/verify`, for staff. */
export const cardRequest = z.object({ token: z.string().max(200) })
export type CardVerdict =
  | { valid: true; member: { id: number; name: string | null; since: string; subscribed: boolean } }
  | { valid: false; why: 'expired' | 'suspended' | 'unknown' }
