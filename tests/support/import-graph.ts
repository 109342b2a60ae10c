import path from 'node:path'

/** The text of each source file, by its path in the repository. */
export type Sources = ReadonlyMap<string, string>

/** For each file the files that it imports, and the files that import it. Imports of types alone do not count. */
export type ImportGraph = {
  imports: ReadonlyMap<string, ReadonlySet<string>>
  importers: ReadonlyMap<string, ReadonlySet<string>>
}

const statement =
  /^[ \t]*(?:import|export)\s+(type\s)?([\w*{}\s,$]*?)\bfrom\s*(['"])([^'"\n]+)\3|^[ \t]*import\s*(['"])([^'"\n]+)\5/gm
const dynamicImport = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?(['"])([^'"\n]+)\1/g
const onlyTypes = /^\s*\{(\s*type\s[^,}]+,?)+\s*\}\s*$/

/** What a file imports, as written there. */
function specifiersOf(text: string): string[] {
  const found: string[] = []
  for (const [, type, names = '', , from, , alone] of text.matchAll(statement)) {
    if (alone) found.push(alone)
    else if (from && !type && !onlyTypes.test(names)) found.push(from)
  }
  for (const [, , from] of text.matchAll(dynamicImport)) if (from) found.push(from)
  return found
}

/** Reads imports from the text of files, pages (`.astro`) too, which dependency-cruiser does not read. */
export function readImportGraph(sources: Sources): ImportGraph {
  const imports = new Map<string, Set<string>>()
  const importers = new Map<string, Set<string>>()
  for (const [file, text] of sources) {
    const resolved = specifiersOf(text)
      .map((specifier) => resolve(file, specifier))
      .filter((each) => sources.has(each))
    imports.set(file, new Set(resolved))
    for (const each of resolved) {
      importers.set(each, (importers.get(each) ?? new Set()).add(file))
    }
  }
  return { imports, importers }
}

function resolve(file: string, specifier: string): string {
  if (specifier === '@payload-config') return 'payload.config.ts'
  if (!specifier.startsWith('.')) return ''
  return path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))
}

/** The files that are reached from `start` along edges. Edges from files for which `isEnd` holds are not followed. */
export function reach(
  edges: ImportGraph['imports'],
  start: Iterable<string>,
  isEnd: (file: string) => boolean = () => false,
): Set<string> {
  const reached = new Set(start)
  for (const file of reached) {
    if (isEnd(file)) continue
    for (const next of edges.get(file) ?? []) reached.add(next)
  }
  return reached
}
