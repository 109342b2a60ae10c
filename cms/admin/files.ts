import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * The paths of the admin's scripts and styles. Any other path below `/_next` would be rendered as a
 * missing page.
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
