import { z } from 'zod'
import { cleanLine } from '../http/texts/clean-text.ts'
import { rowId, textLine } from '../http/texts/fields.ts'
import {
  type AcceptedCredentials,
  assertionField,
  attestationField,
  type OwnPasskey,
} from '../webauthn/contract.ts'
import { maxNameLength } from '../webauthn/rules.ts'
import { type Role, roles } from './permissions.ts'
import { passwordMinLength } from './rules.ts'

/** The fields of a staff member that pages and edit mode use. */
export type StaffPerson = { id: number; name: string; role: Role }

/** The fields of an account that its owner gets after signing in. */
export const personOf = ({ id, name, email, role }: StaffPerson & { email: string }) => ({
  id,
  name,
  email,
  role,
})

const token = z.string().max(100)
const email = z.string().trim().toLowerCase().pipe(z.email('This is no e-mail address.').max(254))
const newPassword = z
  .string()
  .min(passwordMinLength, `Choose a password of at least ${passwordMinLength} characters.`)
  .max(200)
/** An existing password. It may be longer than the limit for new passwords. */
const givenPassword = z.string().min(1, 'Type your password.').max(1000)

const name = z
  .string()
  .transform((text) => cleanLine(text).trim())
  .pipe(z.string().min(1, 'Type a name.').max(120))

/** The form behind the first admin's link. */
export const firstAdminForm = z.object({
  token,
  name,
  email,
  password: newPassword,
})

/** `POST /api/users/login`. The address may be any text: all unknown addresses get the same reply. */
export const signInRequest = z.object({
  email: z.string().trim().toLowerCase().min(1, 'Type your e-mail address.').max(254),
  password: givenPassword,
})

/** Adds the fields of a proof: the caller's own password, or an assertion of one of their passkeys. */
const withProof = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z
    .object({
      current_password: givenPassword.optional(),
      assertion: assertionField.optional(),
      ...shape,
    })
    .refine((sent) => 'current_password' in sent || 'assertion' in sent, {
      path: ['current_password'],
      message: 'Type your password.',
    })

/** `POST /api/users/passkeys/register-options`, `POST /api/users/confirm` */
export const ownProof = withProof({})
export type OwnProof = z.output<typeof ownProof>

/** `POST /api/users/change-password` */
export const passwordRequest = withProof({ password: newPassword })

/** `POST /api/users/change-email` */
export const emailRequest = withProof({ email })

/** `POST /api/users/passkeys/sign-in` */
export const signInPasskeyRequest = z.object({ assertion: assertionField })

const passkeyName = textLine('The name', maxNameLength).refine(Boolean, 'Give it a name.')

/** `POST /api/users/passkeys/register`. `user_handle` comes from the options of the registration. */
export const registerPasskeyRequest = z.object({
  name: passkeyName,
  user_handle: z.string().max(100),
  attestation: attestationField,
})

/** `POST /api/users/passkeys/rename` */
export const renamePasskeyRequest = withProof({ id: rowId, name: passkeyName })

/** `POST /api/users/passkeys/remove` */
export const removePasskeyRequest = withProof({ id: rowId })

/** `POST /api/users/passkeys/revoke`: an admin removes a passkey of a colleague. */
export const revokePasskeyRequest = z.object({ user: rowId, id: rowId })

/**
 * `GET /api/users/passkeys`: without `user` the caller's passkeys. Admins may request the passkeys of
 * others.
 */
export const passkeysQuery = z.object({
  user: z.coerce.number().pipe(rowId).optional(),
})
/** The newest invitation of an account that has neither password nor passkey. `sentAt` is ISO 8601. */
export type Invitation = {
  sentAt: string
  /** Whether a link of an invitation is still valid. */
  isValid: boolean
}

/** `most`: the allowed number of passkeys. `accepted`: what the browser reports to the authenticators as accepted. */
export type StaffPasskeysReply = {
  passkeys: OwnPasskey[]
  most: number
  accepted: AcceptedCredentials[]
}

/** `POST /api/users/reset-password`: the token of a link, and the new password. */
export const choosePasswordRequest = z.object({ token, password: newPassword })

/** `POST /api/users/sign-out-everywhere`: without `id`, the caller. Admins may send the id of a colleague. */
export const signOutRequest = z.object({ id: z.int32().positive().optional() })

/** `POST /api/users`, sent by the admin's form: the person who is invited. */
export const invitationRequest = z.object({
  name,
  email,
  role: z.enum(roles),
  password: z
    .undefined('Nobody types a colleague’s password: they choose it with a link.')
    .optional(),
})

/** `POST /api/users/send-password-link` */
export const sendLinkRequest = z.object({ id: z.int32().positive() })

/** `POST /api/users/forgot-password`. The address may be any text, because the reply is always the same. */
export const forgotRequest = signInRequest.pick({ email: true })
