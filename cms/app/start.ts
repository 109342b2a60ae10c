import { mkdirSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { env } from '../platform/runtime/env.ts'
import { startProblem } from '../platform/runtime/start-error.ts'
import { ensureBuilt } from './build.ts'

// `npm start` sets NODE_COMPILE_CACHE, so that this file and its imports are cached too. The variable is deleted,
// because builders must not write to the cache.
delete process.env.NODE_COMPILE_CACHE
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? 'production' })

try {
  env()
} catch (error) {
  const problem = startProblem(error)
  if (problem === null) throw error
  console.error(problem)
  process.exit(1)
}
await ensureBuilt()
cacheCompiledCode(fileURLToPath(new URL('../../dist/compiled', import.meta.url)))
const entry = new URL('../../dist/server/entry.mjs', import.meta.url)
const { main } = (await import(entry.href)) as { main: () => Promise<void> }
await main()

/** Caches compiled code for the next start. Does nothing if the folder is read-only. */
function cacheCompiledCode(folder: string): void {
  enableCompileCache(folder)
  try {
    // If the cache was enabled before a build, the build has deleted the folder.
    mkdirSync(getCompileCacheDir() ?? folder, { recursive: true })
  } catch {}
}
