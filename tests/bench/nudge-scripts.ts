import { buildAlone, kilobytes } from './built-alone.ts'
import type { Row } from './table.ts'

/**
 * Measures the scripts of nudges that visitors load, compressed: those of every visitor, and those of a visitor
 * with a nudge. They are built on their own, without what other parts of a page load too.
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
