import { buildAlone, kilobytes } from './built-alone.ts'
import type { Row } from './table.ts'

const all = 'islands/analytics'
const early = 'islands/analytics/early'

/**
 * Measures the compressed size of the scripts of analytics: the part that is loaded with every page, and the tracker,
 * which is loaded some time later.
 */
export async function trackerScripts(): Promise<Row[]> {
  const parts = [
    { name: 'start', entry: `${early}/start.ts`, folders: [early] },
    { name: 'tracker', entry: `${all}/tracker.ts`, folders: [all], excluded: [early] },
  ]
  let value = 0
  for (const part of parts) value += kilobytes(await buildAlone(part), [part.name])
  return [
    {
      what: 'JavaScript of analytics for every visitor, built on its own',
      value,
      unit: 'KB',
      goal: { atMost: 3 },
    },
  ]
}
