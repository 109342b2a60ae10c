import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { root } from '../support/folders.ts'
import type { Row } from './table.ts'

const folders = ['islands/nudges', 'cms/nudges'].map((folder) => path.join(root, folder) + path.sep)
const entry = path.join(root, 'islands/nudges/start.ts')

/**
 * Measures the scripts of nudges that visitors load, compressed: those of every visitor, and those of a visitor
 * with a nudge. They are built on their own, without what other parts of a page load too.
 */
export async function nudgeScripts(): Promise<Row[]> {
  const chunks = await buildAlone()
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

/** The size of chunks and of those that they import at once. @throws Error if a chunk is missing */
function kilobytes(chunks: Rolldown.OutputChunk[], names: string[]): number {
  const counted = new Set<Rolldown.OutputChunk>()
  const count = (chunk: Rolldown.OutputChunk) => {
    if (counted.has(chunk)) return
    counted.add(chunk)
    for (const each of chunks) if (chunk.imports.includes(each.fileName)) count(each)
  }
  for (const name of names) {
    const chunk = chunks.find((each) => each.name === name)
    if (!chunk) throw new Error(`There is no chunk ${name}.`)
    count(chunk)
  }
  return [...counted].reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0) / 1024
}

async function buildAlone(): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [
      {
        name: 'shared-preload-helper',
        enforce: 'pre',
        // Vite adds this to each bundle with dynamic imports. Other parts of a page load it too.
        resolveId: (id) => (id.includes('vite/preload-helper') ? { id, external: true } : null),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        // Otherwise unused exports of the entry are left out, and the code that they load.
        preserveEntrySignatures: 'strict',
        external: (id) =>
          path.isAbsolute(id)
            ? !folders.some((folder) => id.startsWith(folder))
            : !id.startsWith('.'),
      },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output.filter((each) => each.type === 'chunk')
}
