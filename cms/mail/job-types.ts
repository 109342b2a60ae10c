import type { JobType } from '../jobs/job.ts'

/** Enqueued when mails came back: what mail servers said waits to be applied to subscribers. */
export const mailEventsAdded: JobType<null> = { name: 'mail.events_added' }
