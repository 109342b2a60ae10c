import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.ts'
import { env } from './env.ts'
import { StartError } from './start-error.ts'

Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? 'production' })

try {
  env()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
await ensureBuilt()
// Caches compiled code for the next start; ignored if the folder is read-only.
enableCompileCache(fileURLToPath(new URL('../dist/compiled', import.meta.url)))
const entry = new URL('../dist/server/entry.mjs', import.meta.url)
const { main } = (await import(entry.href)) as { main: () => Promise<void> }
await main()
