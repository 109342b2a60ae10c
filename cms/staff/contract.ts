import { z } from 'zod'

export const passwordMinLength = 12

/** A staff member as pages and the editor know them. */
export type StaffPerson = { id: number; name: string; role: 'editor' | 'publisher' | 'admin' }

/** The form behind the first admin's link. */
export const firstAdminForm = z.object({
  token: z.string().max(100),
  name: z.string().trim().min(1).max(120),
  email: z.email().trim().toLowerCase().max(254),
  password: z
    .string()
    .min(passwordMinLength, `Choose a password of at least ${passwordMinLength} characters.`)
    .max(200),
})

/** `POST /api/users/sign-out-everywhere`: without `id` the caller; admins may name others. */
export const signOutRequest = z.object({ id: z.int32().positive().optional() })
