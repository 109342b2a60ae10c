import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import idle from 'astro/runtime/client/idle.prebuilt.js'
import load from 'astro/runtime/client/load.prebuilt.js'
import visible from 'astro/runtime/client/visible.prebuilt.js'
import island from 'astro/runtime/server/astro-island.prebuilt.js'
import { adminFolder } from '../platform/admin/files.ts'
import { runtimePrefix } from '../platform/http/pages/page-assets.ts'
import { isCompressible } from '../platform/http/server/encoding.ts'

const pollMs = 200

const root = path.resolve(import.meta.dirname, '../..')
// The lock is outside of `dist` and `.next`, because the builders delete the files in them.
const lockedFolder = path.join(root, '.astro')
// The admin has a stamp of its own, so that a run which does not open it can leave an old one in place.
export const stampFiles = {
  site: 'dist/build-stamp',
  admin: 'cms/platform/admin/.next/build-stamp',
}
const sourceFolders = ['site', 'cms', 'collections', 'islands', 'public']
const sourceFiles = ['package-lock.json', 'astro.config.mjs', 'payload.config.ts', 'tsconfig.json']

const entryFiles: Record<Part, string> = {
  site: 'dist/server/entry.mjs',
  admin: 'cms/platform/admin/.next/BUILD_ID',
}

type Part = keyof typeof stampFiles

/** Whether the part was built from sources with this stamp. */
function isPartBuilt(part: Part, stampOfSources: string): boolean {
  const stampFile = path.join(root, stampFiles[part])
  if (!existsSync(path.join(root, entryFiles[part])) || !existsSync(stampFile)) return false
  return readFileSync(stampFile, 'utf8') === stampOfSources
}

// With OLD_ADMIN=1 an old build of the admin is kept: tests of calls and pages do not open it.
const partsToBuild = (): Part[] => (process.env.OLD_ADMIN === '1' ? ['site'] : ['site', 'admin'])

async function isBuilt(): Promise<boolean> {
  const stampOfSources = stamp()
  return partsToBuild().every((part) => isPartBuilt(part, stampOfSources))
}

/**
 * Builds the program unless it was built from the current sources. If another process is building, this process
 * waits.
 * @throws Error if a builder fails, after its output was printed
 */
export async function ensureBuilt(): Promise<void> {
  // The Docker image has no sources of pages: it is built.
  if (!existsSync(path.join(root, 'site/pages'))) return
  if (await isBuilt()) return
  mkdirSync(lockedFolder, { recursive: true })
  await buildAlone(lockedFolder, { isBuilt, build: () => build({ all: false }) })
}

// Builds the parts that are not up to date, and compresses the built files.
async function build({ all }: { all: boolean }): Promise<void> {
  // The hash is computed before the build: if a source changes during the build, the next start builds again.
  const stampOfSources = stamp()
  for (const part of partsToBuild()) {
    if (!all && isPartBuilt(part, stampOfSources)) continue
    const stampFile = path.join(root, stampFiles[part])
    // The stamp is removed first, so that an interrupted build does not count as finished.
    rmSync(stampFile, { force: true })
    await builders[part]()
    writeFileSync(stampFile, stampOfSources)
  }
}

const builders: Record<Part, () => Promise<void>> = {
  async site() {
    console.log('Building the site …')
    await run('astro', ['build'])
    writeRuntimeScripts()
    await compress(path.join(root, 'dist/client'))
  },
  async admin() {
    console.log('Building the admin …')
    await run('next', ['build', 'cms/platform/admin'])
    await compress(path.join(root, adminFolder))
  },
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
          !/(^|\/)(\.next|next-env\.d\.ts)(\/|$)|\.test\.tsx?$|tsbuildinfo|^cms\/platform\/media\/demo\/prints\//.test(
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

/**
 * Runs a build unless its result exists. Only one process builds at a time: this process waits while another one
 * builds, and then builds only if the result is still missing.
 * @param folder an existing folder; it is locked during the build
 */
export async function buildAlone(
  folder: string,
  { isBuilt, build }: { isBuilt: () => Promise<boolean>; build: () => Promise<void> },
): Promise<void> {
  // Imported only when needed, because most starts build nothing.
  const { lockFolder } = await import('../platform/database/folder-lock.ts')
  let unlock = lockFolder(folder)
  if (!unlock) console.log('Waiting for the build of another process …')
  while (!unlock) {
    await setTimeout(pollMs)
    unlock = lockFolder(folder)
  }
  try {
    if (!(await isBuilt())) await build()
  } finally {
    unlock()
  }
}

if (import.meta.main) {
  mkdirSync(lockedFolder, { recursive: true })
  await buildAlone(lockedFolder, { isBuilt: async () => false, build: () => build({ all: true }) })
}
