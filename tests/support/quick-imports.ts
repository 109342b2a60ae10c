import { enableCompileCache, registerHooks } from 'node:module'
import path from 'node:path'

const cache = path.join(import.meta.dirname, '../../node_modules/.cache/compiled-for-tests')

/**
 * Makes later imports of this process cheaper. Node parses the 177 KB of drizzle-orm's package.json again for
 * each of its modules, more than a second of CPU time, so their paths are resolved here. Compiled code is
 * cached for other processes, among them those that this one starts.
 */
enableCompileCache(cache)
process.env.NODE_COMPILE_CACHE = cache
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '' } = context
    const isOfDrizzle = parentURL.includes('/node_modules/drizzle-orm/')
    if (!isOfDrizzle || !/^\.\.?\/.*\.js$/.test(specifier)) return next(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
