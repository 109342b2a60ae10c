import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import packaged from '@sparticuz/chromium'
import { installPackages } from './debian-packages.ts'

const debianPackages = ['libnss3', 'libnspr4', 'libexpat1']

/**
 * Launch options for the browser of the npm package `@sparticuz/chromium`. System libraries that a minimal
 * Debian lacks are installed if permissions allow it. Otherwise the package's own copies are used.
 * @throws Error that names the missing libraries if both fail
 */
export async function browserOptions(): Promise<LaunchOptions> {
  const executablePath = await packaged.executablePath()
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none']
  if (missingLibraries(executablePath).length) installPackages(debianPackages)
  if (!missingLibraries(executablePath).length) return { executablePath, args }
  const libraries = unpackedLibraries()
  const missing = missingLibraries(executablePath, libraries)
  if (missing.length) {
    throw new Error(
      `The browser lacks ${missing.join(', ')}. Install them: apt-get install ${debianPackages.join(' ')}`,
    )
  }
  return { executablePath, args, env: { ...process.env, LD_LIBRARY_PATH: libraries } as never }
}

/** Launches the browser with additional arguments. */
export async function launchBrowser(args: string[] = []): Promise<Browser> {
  const options = await browserOptions()
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...args] })
}

function missingLibraries(program: string, libraries?: string): string[] {
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) }
  const linked = execFileSync('ldd', [program], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  return [...linked.toString().matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? '')
}

function unpackedLibraries(): string {
  const folder = path.join(tmpdir(), 'browser-libraries')
  if (!existsSync(path.join(folder, 'lib'))) {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const archive = path.resolve(path.dirname(entry), '../bin/al2023.tar.br')
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-x', '-C', folder], {
      input: brotliDecompressSync(readFileSync(archive)),
    })
  }
  return path.join(folder, 'lib')
}
