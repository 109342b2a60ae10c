import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { root } from '../support/folders.ts'

type Part = {
  /** From the project's folder, as all paths here. */
  entry: string
  /** What is built. Other imports stay imports. */
  folders: string[]
  without?: string[]
}

/** The size of chunks and of those that they import at once. @throws Error if a chunk is missing */
export function kilobytes(chunks: Rolldown.OutputChunk[], names: string[]): number {
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

/** What other parts of a page load too. In the site's build it is one chunk, from which scripts import once. */
const pageChunk = './page.js'

/** Builds a part of the visitors' scripts, without what other parts of a page load too. */
export async function buildAlone({
  entry,
  folders,
  without = [],
}: Part): Promise<Rolldown.OutputChunk[]> {
  const isIn = (id: string, all: string[]) =>
    all.some((folder) => id.startsWith(path.join(root, folder) + path.sep))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [
      {
        name: 'page-chunk',
        enforce: 'pre',
        resolveId: (id, importer) => {
          const file = importer && id.startsWith('.') ? path.resolve(importer, '..', id) : null
          const isLoaded = file && (!isIn(file, folders) || isIn(file, without))
          // Vite adds the preload helper to each bundle with dynamic imports.
          if (!isLoaded && !id.includes('vite/preload-helper')) return null
          return { id: pageChunk, external: true }
        },
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, entry),
        // Otherwise unused exports of the entry are left out, and the code that they load.
        preserveEntrySignatures: 'strict',
        external: (id) =>
          path.isAbsolute(id) ? !isIn(id, folders) || isIn(id, without) : !id.startsWith('.'),
      },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output.filter((each) => each.type === 'chunk')
}
