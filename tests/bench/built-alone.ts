import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { root } from '../support/folders.ts'

type Part = {
  /** The module with which the part begins. All paths of a part are relative to the project's folder. */
  entry: string
  /** Folders whose modules are part of the build. Imports from other folders stay imports. */
  folders: string[]
  /** Folders in `folders` whose modules are not part of the build. */
  excluded?: string[]
}

/**
 * The compressed size in KB of chunks and of the chunks that they import statically.
 * @throws Error if a chunk is missing
 */
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

/**
 * Stands for the modules that other parts of a page load too. In the site's build they are one chunk, so a script has
 * only one import for them.
 */
const pageChunk = './page.js'

/** Builds a part of the visitors' scripts, without the modules that other parts of a page load too. */
export async function buildAlone({
  entry,
  folders,
  excluded = [],
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
          const isLoadedByPage = file && (!isIn(file, folders) || isIn(file, excluded))
          // Vite adds the preload helper to each bundle with dynamic imports.
          if (!isLoadedByPage && !id.includes('vite/preload-helper')) return null
          return { id: pageChunk, external: true }
        },
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, entry),
        // Without this option, unused exports of the entry and the code that they load would be left out.
        preserveEntrySignatures: 'strict',
        external: (id) =>
          path.isAbsolute(id) ? !isIn(id, folders) || isIn(id, excluded) : !id.startsWith('.'),
      },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output.filter((each) => each.type === 'chunk')
}
