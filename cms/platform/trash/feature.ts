import type { Feature } from '../feature.ts'
import { defineJob } from '../jobs/job.ts'
import { emptyTrash } from './empty-trash.ts'

/** Deletes records that were put into the trash more than `trashDays` ago. `recoverable` gives a collection a trash. */
export const trash: Feature = {
  name: 'trash',
  jobs: [
    defineJob({
      name: 'trash.empty',
      schedule: '40 * * * *',
      atStart: true,
      run: (_, { payload }) => emptyTrash(payload),
    }),
  ],
}
