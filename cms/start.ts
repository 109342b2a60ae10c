import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.ts'
import { env } from './env.ts'
import { startProblem } from './start-error.ts'

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
// Caches compiled code for the next start. Does nothing if the folder is read-only.
enableCompileCache(fileURLToPath(new URL('../dist/compiled', import.meta.url)))
const entry = new URL('../dist/server/entry.mjs', import.meta.url)
const { main } = (await import(entry.href)) as { main: () => Promise<void> }
await main()
