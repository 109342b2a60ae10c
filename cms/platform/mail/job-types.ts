import type { JobType } from '../jobs/job.ts'

/** Enqueued when mail events, such as bounces, were stored and have to be applied to subscribers. */
export const mailEventsAdded: JobType<null> = { name: 'mail.events_added' }
