import type { DashboardProps } from '../../admin/feature-admin.ts'
import { formatMoment } from '../../admin/shell/format.ts'
import { databaseOf } from '../../database/query.ts'
import { findQueueState } from '../heartbeat.ts'
import { describeJobs } from './describe-jobs.ts'

/** How many jobs wait, are retried or failed permanently, and when a process last polled for jobs. */
export async function JobsSection({ req, timeZone, today }: DashboardProps) {
  const {
    unfinished: waiting,
    repeated,
    failedPermanently,
    beatAt,
  } = await findQueueState(databaseOf(req.payload))
  return (
    <section id="jobs">
      <h2>Work behind the scenes</h2>
      <p>{describeJobs({ waiting, repeated, failedPermanently })}</p>
      <p className="admin-quiet">
        {beatAt
          ? `The program last looked for jobs: ${formatMoment(beatAt.toISOString(), timeZone, today)}.`
          : 'The program has not looked for jobs yet.'}
      </p>
    </section>
  )
}
