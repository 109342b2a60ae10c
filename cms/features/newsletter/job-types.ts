import { z } from 'zod'
import type { JobType } from '../../platform/jobs/job.ts'

const data = z.object({ id: z.int() })

/** Reads an uploaded list of subscribers. */
export const readImportJob: JobType<{ id: number }> = {
  name: 'newsletter.read_import',
  data,
  attempts: 3,
}

/** Applies the rows of an import to the subscribers. */
export const carryOutImportJob: JobType<{ id: number }> = {
  name: 'newsletter.carry_out_import',
  data,
  attempts: 3,
}

/** The job key of an import. Both types of job use this key, so an import has at most one job at a time. */
export const importKey = (id: number) => `newsletter.import ${id}`
