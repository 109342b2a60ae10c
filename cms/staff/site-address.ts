import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { log } from '../log.ts'

const fileOf = (dataDir: string) => path.join(dataDir, 'site-url')

/** Notes under which address the program runs, for commands that print links to it. */
export function noteSiteUrl(dataDir: string, siteUrl: string): void {
  try {
    writeFileSync(fileOf(dataDir), `${siteUrl}\n`)
  } catch (error) {
    // With a database and a secret of one's own the folder may not be there, or not ours to write.
    log.debug({ err: error }, 'the address is not noted')
  }
}

/** The address under which the program ran last on this folder, or null. */
export function notedSiteUrl(dataDir: string): string | null {
  try {
    return URL.parse(readFileSync(fileOf(dataDir), 'utf8').trim())?.origin ?? null
  } catch {
    return null
  }
}
