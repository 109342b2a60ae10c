import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * The URL paths of the admin's built scripts and styles. Other paths below `/_next` must not reach Next,
 * because Next would render its not-found page for each request.
 */
export function listAdminFiles(): ReadonlySet<string> {
  const folder = path.resolve('cms/admin/.next/static')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .map((file) => `/_next/static/${file.split(path.sep).join('/')}`),
  )
}
