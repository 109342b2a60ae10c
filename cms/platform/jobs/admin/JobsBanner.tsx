import type { Payload } from 'payload'
import { databaseOf } from '../../database/query.ts'
import { countFailedJobs } from '../heartbeat.ts'

/** Warns of jobs that failed permanently and that no feature reports. */
export async function JobsBanner({ req: { payload } }: { req: { payload: Payload } }) {
  const count = await countFailedJobs(databaseOf(payload))
  if (!count) return null
  return (
    <aside className="admin-warning" role="alert">
      <strong>Work behind the scenes failed.</strong>{' '}
      {count === 1 ? 'One job was' : `${count} jobs were`} given up; the program’s log says why. Ask
      whoever runs the server to look at it.
    </aside>
  )
}
