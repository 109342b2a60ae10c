import type { Payload } from 'payload'
import { z } from 'zod'
import { databaseOf, requireRow } from '../../../platform/database/query.ts'
import { lastHeartbeat } from '../../../platform/jobs/heartbeat.ts'
import { overdueMs } from '../../../platform/mail/rules.ts'

const failedLetter = z.object({
  id: z.number(),
  subject: z.string(),
  error: z.string(),
  isGivenUp: z.boolean(),
})
const startProblems = z.object({
  overdue: z.number(),
  beatAt: z.coerce.date().nullable(),
  failed: z.array(failedLetter),
})

/**
 * Whether scheduled letters are started in time. `overdue`: how many are overdue by more than two minutes;
 * `beatAt`: when a process last polled for jobs; `failed`: letters that could not be started, permanently failed
 * ones first.
 */
export const findStartProblems = (payload: Payload): Promise<z.output<typeof startProblems>> =>
  requireRow(databaseOf(payload), startProblems)`
    select ${lastHeartbeat} as "beatAt",
           (select count(*)::int from letters where state = 'scheduled'
               and send_at < now() - ${overdueMs} * interval '1 ms') as overdue,
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'id', id, 'subject', subject, 'error', last_error,
                     'isGivenUp', state = 'draft') order by state, updated_at desc), '[]'::jsonb)
              from letters where last_error is not null and state in ('draft', 'scheduled'))
             as failed`
