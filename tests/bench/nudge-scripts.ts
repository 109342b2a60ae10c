import { buildAlone, kilobytes } from './built-alone.ts'
import type { Row } from './table.ts'

/**
 * Measures the compressed size of the scripts for nudges: those that every visitor loads, and those that a
 * visitor with a nudge loads. The scripts are built separately. Modules that other parts of a page also load are
 * left out.
 */
export async function nudgeScripts(): Promise<Row[]> {
  const chunks = await buildAlone({
    entry: 'islands/nudges/start.ts',
    folders: ['islands/nudges', 'cms/nudges'],
  })
  return [
    {
      what: 'JavaScript of nudges for every visitor, built on its own',
      value: kilobytes(chunks, ['start', 'watch']),
      unit: 'KB',
      goal: { atMost: 4 },
    },
    {
      what: 'The same for a visitor with a nudge',
      value: kilobytes(chunks, ['start', 'watch', 'nudges', 'button']),
      unit: 'KB',
    },
  ]
}
