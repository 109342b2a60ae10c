import path from 'node:path'
import { type ImportGraph, reach, readImportGraph, type Sources } from './import-graph.ts'

export type SelectedFile = { file: string; why: string }

export type Selection = {
  /** The given files, or the files of the given features. */
  touched: string[]
  /** Names that are neither a file nor a folder. */
  unknown: string[]
  /** The modules of the touched files, and the features with a file that imports a touched one, however indirectly. */
  subjects: string[]
  reached: string[]
  /** Whether so many features import the touched files that their tests would be a large part of all. */
  isWide: boolean
  unit: string[]
  integration: SelectedFile[]
  faults: SelectedFile[]
  e2e: SelectedFile[]
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
const serverTest = /^tests\/(integration|faults|e2e)\/(.+)\.(?:test|spec)\.ts$/
const isManifest = (file: string) => /\/feature\.ts$/.test(file)
/** A file with this many manifests or modules is a list of features. What it imports does not depend on each other. */
const listedManifests = 3
const listedModules = 12
/** If more than this part of the features import the touched files, their tests are not selected. */
const maxReachedPart = 1 / 3
/** The same for the test files that import changed test code. */
const maxSupportPart = 1 / 10
/** A test file belongs to a module if this part of the paths and collections that it uses are the module's. */
const minPathsPart = 1 / 2
const minPaths = 2

/**
 * Finds the tests of features and files.
 * @param names folders such as `events`, at any depth, or paths of files
 */
export function selectTests(sources: Sources, names: string[]): Selection {
  const graph = readImportGraph(sources)
  const modules = readModules(sources)
  const { touched, unknown } = findTouched(sources, names)
  const starts = touched.filter((file) => !isTest(file))
  const isEnd = (file: string) => isTest(file) || isList(graph, modules, file)
  const dependents = reach(graph.importers, starts, isEnd)
  const subjects = unique(starts.flatMap((file) => modules.subjectsOf(file, graph)))
  // Pages and islands show many features on one page, so the features beside them are not reached through them.
  const reached = unique(
    [...dependents]
      .filter((file) => /^(cms|collections)\//.test(file) && !isEnd(file))
      .map((file) => modules.moduleOf(file) ?? ''),
  ).filter((name) => modules.features.has(name) && !subjects.includes(name))
  const usingSupport = [
    ...reach(
      graph.importers,
      touched.filter((file) => file.startsWith('tests/')),
      isTest,
    ),
  ].filter((file) => serverTest.test(file))
  const isSupportWide =
    usingSupport.length >
    [...sources.keys()].filter((file) => serverTest.test(file)).length * maxSupportPart
  const isWide = isSupportWide || reached.length > modules.features.size * maxReachedPart
  const ofSupport = new Set(isSupportWide ? [] : usingSupport)
  const reasons = reasonsOf({
    sources,
    graph,
    modules,
    touched,
    ofSupport,
    subjects,
    reached,
    isWide,
  })
  const selected = [...sources.keys()].sort().flatMap((file) => {
    const why = serverTest.test(file) && reasons(file)
    return why ? [{ file, why }] : []
  })
  const below = (folder: string) => selected.filter(({ file }) => file.startsWith(folder))
  return {
    touched,
    unknown,
    subjects,
    reached,
    isWide,
    unit: [...reach(graph.importers, touched)].filter(
      (file) => isTest(file) && !serverTest.test(file),
    ),
    integration: below('tests/integration/'),
    faults: below('tests/faults/'),
    e2e: below('tests/e2e/'),
  }
}

function findTouched(sources: Sources, names: string[]) {
  const unknown: string[] = []
  const touched = names.flatMap((name) => {
    const given = name.replace(/\/$/, '')
    if (sources.has(given)) return [given]
    const below = [...sources.keys()].filter((file) => file.startsWith(`${given}/`))
    if (given.includes('/') && below.length) return below
    const found = [...sources.keys()].filter((file) => isNamed(file, given))
    if (!found.length) unknown.push(name)
    return found
  })
  return { touched: unique(touched), unknown }
}

/** Whether a file is in the module of this name, or is its collection, its hook, or its part of the site. */
function isNamed(file: string, name: string): boolean {
  if (file.startsWith('tests/')) return false
  if (!file.startsWith('cms/'))
    return file.split('/').some((part) => withoutExtension(part) === name)
  return file.split('/').slice(0, -1).indexOf(name) >= 1 && moduleFolder(file, name)
}

// `cms/events/` and `cms/features/events/`, but not `cms/letters/events/`.
const moduleFolder = (file: string, name: string): boolean =>
  file.split('/').indexOf(name) <= 2 && file.split('/').length > file.split('/').indexOf(name) + 1

type Modules = ReturnType<typeof readModules>

/** Modules are the folders of `cms/features` and `cms/platform`, and `cms/app`. */
function readModules(sources: Sources) {
  const files = [...sources.keys()]
  const folderOf = (file: string): string | null => {
    const parts = file.split('/').slice(0, -1)
    return parts.length >= 2 ? parts.slice(0, 3).join('/') : null
  }
  const nameOf = (file: string): string | null => {
    const folder = file.startsWith('cms/') ? folderOf(file) : null
    return folder && path.posix.basename(folder)
  }
  const names = new Set(files.map(nameOf).filter((name) => name !== null))
  const features = new Set(files.filter(isManifest).map((file) => nameOf(file) ?? ''))
  // Collections, islands and pages are named like the feature to which they belong.
  const moduleOf = (file: string): string | null =>
    nameOf(file) ??
    (/^(collections|islands|site)\//.test(file)
      ? (file
          .split('/')
          .map(withoutExtension)
          .find((part) => names.has(part)) ?? null)
      : null)
  /** The names by which tests of a file are found. */
  const subjectsOf = (file: string, graph: ImportGraph): string[] => {
    const module = moduleOf(file)
    if (module) return [module]
    if (file.startsWith('tests/')) return []
    const words = file.split('/').slice(1).map(withoutExtension).map(kebab)
    const imported = unique(
      [...(graph.imports.get(file) ?? [])].map((each) => moduleOf(each) ?? ''),
    )
    return unique([...words, ...imported.filter((each) => features.has(each)).slice(0, 2)])
  }
  return { names, features, moduleOf, subjectsOf, pathOwners: readPathOwners(sources, moduleOf) }
}

/** Which module answers requests below a path, and which stores a collection, by the first part of the path. */
function readPathOwners(sources: Sources, moduleOf: (file: string) => string | null) {
  const owners = new Map<string, string>()
  const add = (part: string | undefined, module: string | null) => {
    if (part && module && !owners.has(part)) owners.set(part, module)
  }
  for (const [file, text] of sources) {
    if (isTest(file)) continue
    if (file.startsWith('cms/') && text.includes('call(')) {
      for (const [, part] of text.matchAll(/\bpath: '\/([\w-]+)/g)) add(part, moduleOf(file))
    }
  }
  for (const [owner, file] of readCollectionOwners(sources)) {
    for (const [, slug] of (sources.get(file) ?? '').matchAll(/\bslug: '([\w-]+)'/g)) {
      add(slug, owner)
    }
  }
  return owners
}

/** The files of collections with the modules that own them, read from the list `ownedRecords`. */
function readCollectionOwners(sources: Sources): [owner: string, file: string][] {
  const list = sources.get('collections/index.ts') ?? ''
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of list.matchAll(
    /import \{([^}]+)\} from '\.\/([\w-]+\.ts)'/g,
  )) {
    for (const name of names.split(',')) files.set(name.trim(), `collections/${file}`)
  }
  return [...list.matchAll(/^ {2}'?([\w-]+)'?: \{([\s\S]*?)\},$/gm)].flatMap(
    ([, owner = '', entry = '']) =>
      (entry.match(/\w+/g) ?? []).flatMap((word) => {
        const file = files.get(word)
        return file ? [[owner, file] as [string, string]] : []
      }),
  )
}

function isList({ imports }: ImportGraph, modules: Modules, file: string): boolean {
  if (file === 'payload.config.ts') return true
  const imported = [...(imports.get(file) ?? [])]
  if (imported.filter(isManifest).length >= listedManifests) return true
  const named = new Set(
    imported.map(modules.moduleOf).filter((name) => modules.features.has(name ?? '')),
  )
  return named.size >= listedModules
}

/** Returns a function that says why a test file is selected; null if it is not. */
function reasonsOf(given: {
  sources: Sources
  graph: ImportGraph
  modules: Modules
  touched: string[]
  ofSupport: Set<string>
  subjects: string[]
  reached: string[]
  isWide: boolean
}): (file: string) => string | null {
  const { sources, graph, modules, touched, ofSupport, subjects, reached, isWide } = given
  const stemOf = (file: string) => serverTest.exec(file)?.[2] ?? ''
  /** The module whose paths and collections a test file uses most. */
  const mainOwner = (file: string): string | null => {
    const counts = new Map<string, number>()
    let sum = 0
    for (const [, part = ''] of (sources.get(file) ?? '').matchAll(usedPath)) {
      const owner = modules.pathOwners.get(part)
      if (!owner) continue
      sum++
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    }
    const [owner, count = 0] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? []
    return owner && count >= minPaths && count >= sum * minPathsPart ? owner : null
  }
  return (file) => {
    if (touched.includes(file)) return 'changed'
    if (file === accessTest && touched.some(decidesAccess)) return 'who may do what'
    if (ofSupport.has(file)) return 'imports changed test code'
    const named = subjects.find((name) => isTestOf(stemOf(file), name))
    if (named) return `named ${named}`
    const owner = mainOwner(file)
    if (owner && subjects.includes(owner)) return `uses paths of ${owner}`
    const imported = [...(graph.imports.get(file) ?? [])].find(
      (each) => touched.includes(each) && !each.startsWith('tests/'),
    )
    if (imported) return `imports ${imported}`
    if (isWide) return null
    const other = reached.find((name) => isTestOf(stemOf(file), name) || owner === name)
    const word = other && subjects.find((name) => mentions(sources.get(file) ?? '', name))
    return word ? `${other} imports ${word}, and the test names it` : null
  }
}

const accessTest = 'tests/integration/access.test.ts'
/** Whether a file says who may call something or who may read and write records. */
const decidesAccess = (file: string): boolean =>
  /(^|[/-])calls\.ts$|\/permissions\.ts$|^collections\/|\/access\.ts$/.test(file) && !isTest(file)

const usedPath =
  /(?:\/api\/|['"`]\/(?!api\/|cms\/)|\/cms\/collections\/|collection: ')([a-z][\w-]*)/g

/** Whether a test file is named after a module: `events-guest` and `event-dates` after `events`. */
const isTestOf = (stem: string, name: string): boolean =>
  [name, singular(name), `${name}s`].some((word) => stem === word || stem.startsWith(`${word}-`))

const mentions = (text: string, name: string): boolean =>
  new RegExp(`\\b(${name}|${singular(name)})\\b`).test(text)

const singular = (name: string) => name.replace(/(?<=[^s])s$/, '')
const withoutExtension = (name: string) => name.replace(/\..*$/, '')
const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
const unique = <Item>(items: Item[]): Item[] => [...new Set(items)].filter(Boolean)
