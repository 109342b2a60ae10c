import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Representation, represent } from '../pages/representation.ts'
import { secretRoot } from '../rules.ts'
import { encode, isCompressible } from './encoding.ts'
import { embeddableHeaders } from './security-headers.ts'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
}
const hashedPrefix = '/_astro/'
/** The Cache-Control header of files with a content hash in their path. */
export const hashedFileCaching = 'public, max-age=31536000, immutable'
/** Files that other sites may embed: pictures for link previews, and pictures of the brand. */
const embeddable = /^\/(share|brand)\//

export const contentTypeOf = (file: string): string =>
  types[path.extname(file)] ?? 'application/octet-stream'

/**
 * Reads the built files into memory, compressed with every content coding. Browsers cache files with a
 * content hash in their name for a year, and revalidate all other files on each use.
 * @param folder the folder of built files
 * @param headers headers of every response
 */
export async function loadFiles(
  folder: string,
  headers: Record<string, string>,
): Promise<Map<string, Representation>> {
  const files = new Map<string, Representation>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || /\.(br|gz)$/.test(file)) continue
    const urlPath = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const type = contentTypeOf(file)
    const caching = urlPath.startsWith(hashedPrefix)
      ? hashedFileCaching
      : 'public, max-age=0, must-revalidate'
    const body = readFileSync(file)
    const compressedFiles = ['.br', '.gz'].map((ending) => file + ending)
    const encoded =
      isCompressible(type) && compressedFiles.every((each) => existsSync(each))
        ? { br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`), identity: body }
        : await encode(body, type, 5)
    const own = { 'content-type': type, 'cache-control': caching }
    const all = {
      ...headers,
      ...own,
      ...(embeddable.test(urlPath) && embeddableHeaders),
      // The scope includes the page at the root itself, which is above the worker's folder.
      ...(urlPath === `${secretRoot}/sw.js` && { 'service-worker-allowed': secretRoot }),
    }
    files.set(urlPath, await represent(200, all, body, { encoded }))
  }
  return files
}
