import type { Payload } from 'payload'
import { automationJobs } from './automations/jobs.ts'
import { editingJobs } from './editing/jobs.ts'
import type { Worker } from './jobs/background.ts'
import type { Job } from './jobs/job.ts'
import { letterJobs } from './letters/jobs.ts'
import { limitJobs } from './limits/jobs.ts'
import { mailJobs } from './mail/jobs.ts'
import { mailTag } from './mail/tags.ts'
import { startMailWorker } from './mail/worker.ts'
import { memberJobs } from './members/jobs.ts'
import { newsletterJobs } from './newsletter/jobs.ts'

/** The jobs of all features. */
export const jobs: readonly Job[] = [
  ...editingJobs,
  ...letterJobs,
  ...newsletterJobs,
  ...automationJobs,
  ...memberJobs,
  ...mailJobs,
  ...limitJobs,
]

/** A loop of a feature's own beside the jobs, in every process. */
export type BackgroundWorker = {
  /** Woken when one of these tags is announced. */
  wokenBy: string[]
  /** @param development whether codes and links of mails that stay here are printed */
  start: (payload: Payload, options: { development: boolean }) => Worker
}

export const workers: readonly BackgroundWorker[] = [{ wokenBy: [mailTag], start: startMailWorker }]
