import { buildAlone, kilobytes } from './built-alone.ts'
import type { Row } from './table.ts'

/**
 * Measures the compressed size of the scripts for nudges: the scripts that every visitor loads, and the scripts that a
 * visitor with a nudge loads. They are built separately, without the modules that other parts of a page also load.
 */
export async function nudgeScripts(): Promise<Row[]> {
  const chunks = await buildAlone({
    entry: 'islands/nudges/start.ts',
    folders: ['islands/nudges', 'cms/features/nudges'],
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
