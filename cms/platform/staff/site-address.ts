import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { log } from '../runtime/log/log.ts'

const fileOf = (dataDir: string) => path.join(dataDir, 'site-url')

/** Stores the URL of the site, for commands that print links to it. */
export function storeSiteUrl(dataDir: string, siteUrl: string): void {
  try {
    writeFileSync(fileOf(dataDir), `${siteUrl}\n`)
  } catch (error) {
    // If DATABASE_URL and SECRET are set, the folder is not needed and may be missing or read-only.
    log.debug({ err: error }, 'the site URL could not be stored')
  }
}

/** The stored URL; null if there is none, or if it is invalid. */
export function readSiteUrl(dataDir: string): string | null {
  try {
    return URL.parse(readFileSync(fileOf(dataDir), 'utf8').trim())?.origin ?? null
  } catch {
    return null
  }
}
