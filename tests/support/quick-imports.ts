import { readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import path from 'node:path'

const cache = path.join(import.meta.dirname, '../../node_modules/.cache/compiled-for-tests')
/** Parts of `@react-email/components` that the program does not use. Loading their code takes half a second. */
const unused = ['@react-email/code-block', '@react-email/markdown', '@react-email/tailwind']

/**
 * Makes later imports of this process cheaper. Compiled code is cached for other processes, including child processes.
 * A hook resolves paths between the modules of a package. Without the hook, Node looks up the type of each module
 * (CommonJS or ECMAScript), and parses drizzle-orm's package.json (177 KB) again for each module of drizzle-orm.
 */
enableCompileCache(cache)
process.env.NODE_COMPILE_CACHE = cache
// Vitest runs this file for each test file, even if the process already has the hooks.
const mark = Symbol.for('quick imports')
const hooks: Parameters<typeof registerHooks>[0] = {
  resolve: (specifier, { parentURL, ...context }, next) => {
    const parent = String(parentURL ?? '')
    if (unused.includes(specifier) && parent.includes('/node_modules/@react-email/components/')) {
      return { url: 'data:text/javascript,', format: 'module', shortCircuit: true }
    }
    const isInPackage = /^\.\.?\/.*\.js$/.test(specifier) && parent.includes('/node_modules/')
    if (isInPackage && context.conditions.includes('import')) {
      const { href, pathname } = new URL(specifier, parent)
      if (hasModules(path.dirname(pathname)))
        return { url: href, format: 'module', shortCircuit: true }
    }
    return next(specifier, { parentURL, ...context })
  },
}
if (!Reflect.has(globalThis, mark)) registerHooks(hooks)
Reflect.set(globalThis, mark, true)

const foldersWithModules = new Map<string, boolean>()

/** Whether the files `*.js` of a folder are ECMAScript modules. */
function hasModules(folder: string): boolean {
  const known = foldersWithModules.get(folder)
  if (known !== undefined) return known
  const found = typeIn(folder) ?? hasModules(path.dirname(folder))
  foldersWithModules.set(folder, found)
  return found
}

/** Whether the package.json in a folder declares ECMAScript modules; null if there is no package.json. */
function typeIn(folder: string): boolean | null {
  if (path.basename(folder) === 'node_modules') return false
  try {
    const { type } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return type === 'module'
  } catch {
    return null
  }
}
