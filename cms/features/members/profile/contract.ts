import { z } from 'zod'
import { birthdayField, phoneField, textLine } from '../../../platform/http/texts/fields.ts'
import { type Consent, interestsField } from '../../newsletter/contract.ts'
import {
  type Interest,
  type LettersMoved,
  maxLengths,
  type SubscriberState,
} from '../../newsletter/rules.ts'
import { type BeerStyle, beerStyles, type VenueArea, venueAreas } from '../../venue/rules.ts'
import { codeField, emailField, type SessionReply, type SignInMethod } from '../contract.ts'
import { type TimeSlot, timeSlots } from './rules.ts'

/** `GET /api/member/profile`, and the reply to a change of the profile. */
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
  /** ISO 8601, like all times below unless a comment says otherwise. */
  member_since: string
  /** State of the newsletter subscription; null if the address never subscribed. */
  subscription: SubscriberState | null
  /** When the account will be deleted, if that was requested. */
  delete_at: string | null
  /** Whether the member agreed that the venue learns from their visits. */
  analytics_consent: boolean
}

/** An optional field; null or an empty text removes its value. */
const removable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).optional()
/** Values of a list, each once and in the order of the list. */
const choices = <const Options extends readonly [string, ...string[]]>(
  options: Options,
  label: string,
) =>
  z
    .array(z.enum(options, { error: `One of these ${label} is not on the list.` }), {
      error: `The ${label} must be a list.`,
    })
    .max(options.length * 2, `There are more ${label} than there are on the list.`)
    .transform((values) => options.filter((each) => (values as string[]).includes(each)))
    .optional()

/** `POST /api/member/profile`: a missing field stays as it is, null or an empty text removes it. */
export const profileRequest = z.object({
  name: removable(textLine('The name', maxLengths.name)),
  phone: removable(phoneField),
  birthday: removable(birthdayField),
  interests: interestsField.optional(),
  favourite_areas: choices(venueAreas, 'areas'),
  time_slots: choices(timeSlots, 'time slots'),
  beer_styles: choices(beerStyles, 'beer styles'),
})
export type ProfileRequest = z.output<typeof profileRequest>

/** `POST /api/member/email`: mails one code to the old address and one to the new. Replies `{ok: true}`. */
export const emailChangeRequest = z.object({ email: emailField })
/** `POST /api/member/email/confirm`. */
export const emailConfirmRequest = z.object({
  email: emailField,
  old_code: codeField,
  new_code: codeField,
})
/** A refreshed session, and what happened to the newsletter subscription. */
export type EmailConfirmReply = SessionReply & { letters: LettersMoved }

/** A session as its member sees it. */
export type OwnSession = {
  id: string
  /** Browser and system, e.g. `Safari on iPhone`. */
  device: string
  method: SignInMethod
  created_at: string
  last_seen_at: string
  /** Whether it is the session of this request. */
  current: boolean
}
/**
 * A trusted device: the gate asks for the passkey without asking for a code first. On a device that is no longer
 * trusted, a passkey still opens the Common Room.
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
/** `POST /api/member/sessions/end`; for all sessions: `POST /api/auth/sign-out`. */
export const endSessionRequest = z.object({ id: z.uuid('Say which session by its id.') })
/** `POST /api/member/devices/forget`. */
export const forgetDeviceRequest = z.object({
  id: z.int32('Say which device by its id.').positive(),
})

/** `GET /api/member/consents`. */
export type ConsentsReply = { consents: Consent[] }

/** `GET /api/member/download?format=`. */
export const downloadFormat = z.enum(['json', 'csv'])

/** The reply of `POST /api/member/delete` and `/undo`: when the account will be deleted; null if never. */
export type DeletionReply = { delete_at: string | null }

/** `GET /api/member/card`: the content of the card's QR code. `expires_at` in ms since 1970. */
export type CardReply = { token: string; expires_at: number }
/** `POST /api/member-card/verify`, for staff. */
export const cardRequest = z.object({ token: z.string().max(200) })
export type CardVerdict =
  | { valid: true; member: { id: number; name: string | null; since: string; subscribed: boolean } }
  | { valid: false; why: 'expired' | 'suspended' | 'unknown' }
