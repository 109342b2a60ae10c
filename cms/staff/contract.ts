import { z } from 'zod'
import { cleanLine } from '../http/clean-text.ts'
import { roles } from './roles.ts'
import { passwordMinLength } from './rules.ts'

/** A staff member as pages and the editor know them. */
export type StaffPerson = { id: number; name: string; role: 'editor' | 'publisher' | 'admin' }

const token = z.string().max(100)
const email = z.string().trim().toLowerCase().pipe(z.email('This is no e-mail address.').max(254))
const newPassword = z
  .string()
  .min(passwordMinLength, `Choose a password of at least ${passwordMinLength} characters.`)
  .max(200)
/** A password that exists; longer than new ones may be. */
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

/** `POST /api/users/login`. Any text may be an address here: the reply is the same. */
export const signInRequest = z.object({
  email: z.string().trim().toLowerCase().min(1, 'Type your e-mail address.').max(254),
  password: givenPassword,
})

/** `POST /api/users/change-password` */
export const passwordRequest = z.object({ current_password: givenPassword, password: newPassword })

/** `POST /api/users/change-email` */
export const emailRequest = z.object({ current_password: givenPassword, email })

/** `POST /api/users/reset-password`: the token of a link, and the password that its owner chose. */
export const choosePasswordRequest = z.object({ token, password: newPassword })

/** `POST /api/users/sign-out-everywhere`: without `id` the caller; admins may name others. */
export const signOutRequest = z.object({ id: z.int32().positive().optional() })

/** `POST /api/users`, sent by the admin's form: who is invited. */
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

/** `POST /api/users/forgot-password`. Any text may be an address: the reply is the same. */
export const forgotRequest = signInRequest.pick({ email: true })
