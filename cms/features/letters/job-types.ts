import { z } from 'zod'
import type { JobType } from '../../platform/jobs/job.ts'

export const startLetterJob: JobType<{ letter: number }> = {
  name: 'letters.start',
  data: z.object({ letter: z.int() }),
  attempts: 3,
}

/** The job key of a letter: each letter has at most one waiting start job. */
export const letterKey = (letter: number) => `letters.start ${letter}`

/**
 * The job that marks letters as sent when all of their mails are finished. It runs each second while a letter
 * is being sent.
 */
export const finishLettersJob: JobType<null> = { name: 'letters.finish' }
export const finishEveryMs = 1000
