import { z } from 'zod'

export const passwordMinLength = 12

/** Somebody on the staff, as pages and the editor's bar know them. */
export type StaffPerson = { id: number; name: string; role: 'editor' | 'publisher' | 'admin' }

/** What the form behind the one-time link sends. */
export const firstAdminForm = z.object({
  token: z.string().max(100),
  name: z.string().trim().min(1).max(120),
  email: z.email().trim().toLowerCase().max(254),
  password: z
    .string()
    .min(passwordMinLength, `Choose a password of at least ${passwordMinLength} characters.`)
    .max(200),
})

/** `POST /api/users/sign-out-everywhere`: without `id` oneself; an admin may name anybody. */
export const signOutRequest = z.object({ id: z.int32().positive().optional() })
