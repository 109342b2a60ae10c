import { z } from 'zod'
import type { JobType } from '../../platform/jobs/job.ts'

/** Mails whose news members also get as a push, if they want pushes. */
export const pushedMails = [
  'offer',
  'changed',
  'postponed',
  'date_cancelled',
  'reminder_day',
  'reminder_hours',
] as const

const pushData = z.object({
  mail: z.enum(pushedMails),
  /** The value in the mail's key; unique for the reservation and this kind of mail. */
  about: z.union([z.string(), z.number()]),
  rsvps: z.array(z.number()),
})

/** Pushes one piece of news to the members of some reservations. */
export const pushJob: JobType<z.output<typeof pushData>> = { name: 'events.push', data: pushData }
