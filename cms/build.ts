import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import idle from 'astro/runtime/client/idle.prebuilt.js'
import load from 'astro/runtime/client/load.prebuilt.js'
import visible from 'astro/runtime/client/visible.prebuilt.js'
import island from 'astro/runtime/server/astro-island.prebuilt.js'
import { adminFolder } from './admin/files.ts'
import { buildAlone } from './build-alone.ts'
import { isCompressible } from './http/encoding.ts'
import { runtimePrefix } from './http/page-assets.ts'

const root = path.resolve(import.meta.dirname, '..')
// The lock is outside of `dist` and `.next`, because the builders delete the files in them.
const lockedFolder = path.join(root, '.astro')
const stampFile = path.join(root, 'dist/build-stamp')
const sourceFolders = ['site', 'cms', 'collections', 'islands', 'public']
const sourceFiles = ['package-lock.json', 'astro.config.mjs', 'payload.config.ts', 'tsconfig.json']

/** Whether the site and the admin were built from the current sources. */
async function isBuilt(): Promise<boolean> {
  const made = ['dist/server/entry.mjs', 'cms/admin/.next/BUILD_ID', 'dist/build-stamp']
  if (!made.every((file) => existsSync(path.join(root, file)))) return false
  return readFileSync(stampFile, 'utf8') === stamp()
}

/**
 * Builds the program unless it was built from the current sources. If another process is building, this process
 * waits.
 * @throws Error if a builder fails, after its output was printed
 */
export async function ensureBuilt(): Promise<void> {
  if (await isBuilt()) return
  mkdirSync(lockedFolder, { recursive: true })
  await buildAlone(lockedFolder, { isBuilt, build })
}

// Builds the site and the admin, and compresses the built files.
async function build(): Promise<void> {
  // The stamp is removed first, so that an interrupted build does not count as finished.
  rmSync(stampFile, { force: true })
  // The hash is computed before the build: if a source changes during the build, the next start builds again.
  const stampOfSources = stamp()
  console.log('Building the site …')
  await run('astro', ['build'])
  writeRuntimeScripts()
  await compress(path.join(root, 'dist/client'))
  console.log('Building the admin …')
  await run('next', ['build', 'cms/admin'])
  await compress(path.join(root, adminFolder))
  writeFileSync(stampFile, stampOfSources)
}

// A hash of file names and contents. It does not depend on timestamps or the checkout's path.
function stamp(): string {
  const hash = createHash('sha256')
  const add = (file: string) => {
    hash.update(`${file}\n`).update(readFileSync(path.join(root, file)))
  }
  for (const folder of sourceFolders) {
    const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter(
        (file) =>
          !/(^|\/)(\.next|next-env\.d\.ts)(\/|$)|\.test\.tsx?$|tsbuildinfo|^cms\/media\/demo\/prints\//.test(
            file,
          ),
      )
    for (const file of files.sort()) add(file)
  }
  for (const file of sourceFiles) add(file)
  return hash.digest('hex')
}

// Writes Astro's inline scripts to files, so that pages and their security policies do not repeat them.
function writeRuntimeScripts(): void {
  for (const script of [island, idle, load, visible]) {
    const hash = createHash('sha256').update(script).digest('hex').slice(0, 12)
    writeFileSync(path.join(root, `dist/client${runtimePrefix}${hash}.js`), script)
  }
}

async function compress(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  const contentTypes: Record<string, string> = {
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain',
    '.webmanifest': 'application/manifest+json',
  }
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const type = contentTypes[path.extname(file)]
      if (!entry.isFile() || !type || !isCompressible(type)) return
      const body = await readFile(file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
      await writeFile(`${file}.br`, await brotli(body, { params }))
      await writeFile(`${file}.gz`, await gz(body, { level: 9 }))
    }),
  )
}

function run(command: string, args: string[]): Promise<void> {
  const bin = path.join(root, 'node_modules/.bin', command)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    // The configuration needs a secret, but builders sign nothing. A placeholder keeps real secrets out of container
    // images.
    SECRET: 'placeholder, only used while building',
  }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
    )
  })
}

if (import.meta.main) {
  mkdirSync(lockedFolder, { recursive: true })
  await buildAlone(lockedFolder, { isBuilt: async () => false, build })
}
