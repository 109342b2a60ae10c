import { z } from 'zod'
import type { JobType } from '../jobs/job.ts'

const data = z.object({ id: z.int() })

/** Reads an uploaded list of subscribers. */
export const readImport: JobType<{ id: number }> = {
  name: 'newsletter.read_import',
  data,
  attempts: 3,
}

/** Writes the rows of a list into the subscribers. */
export const carryOutImport: JobType<{ id: number }> = {
  name: 'newsletter.carry_out_import',
  data,
  attempts: 3,
}

/** One job for an import: it is read first, and carried out later. */
export const importKey = (id: number) => `newsletter.import ${id}`
