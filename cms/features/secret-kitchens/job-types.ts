import { z } from 'zod'
import type { JobType } from '../../platform/jobs/job.ts'

const ofDrop = z.object({ drop: z.number() })
const news = ofDrop.extend({ news: z.enum(['announced', 'bell', 'called_off']) })

/** Does what is due at a drop: the bell, the draw, the end. */
export const stepJob: JobType<z.output<typeof ofDrop>> = {
  name: 'secret-kitchens.step',
  data: ofDrop,
}
/** Tells those who took part in a draw what came of it. */
export const drawnJob: JobType<z.output<typeof ofDrop>> = {
  name: 'secret-kitchens.drawn',
  data: ofDrop,
}
/** Tells those who rang the bell; that it is called off, also those in the draw. */
export const bellJob: JobType<z.output<typeof news>> = { name: 'secret-kitchens.bell', data: news }
