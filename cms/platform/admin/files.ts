import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { contentHash, makeVariant, type Variant } from '../http/pages/representation.ts'
import type { AdminFiles } from '../http/parts.ts'
import type { Encoding } from '../http/server/encoding.ts'
import { contentTypeOf, hashedFileCaching } from '../http/server/files.ts'
import { apiPolicy } from '../http/server/security-headers.ts'

/** The folder of the admin's built scripts, styles and fonts. */
export const adminFolder = 'cms/platform/admin/.next/static'
const prefix = '/_next/static/'
/**
 * Size of the cache. All files in all codings take 6.3 MB; the files that browsers request take 1 MB. Without a cache,
 * each slow download would have its own copy of the file in memory.
 */
const cacheBytes = 8 * 1024 * 1024
/** The media type that Next sends for scripts. The site's scripts have the newer `text/javascript`. */
const scriptType = 'application/javascript; charset=utf-8'
const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

type FileRequest = { urlPath: string; coding: Encoding }

/**
 * Serves the admin's built files, as the build has compressed them. A file is read at its first
 * request, because most processes never serve any file. The most recently requested files are cached. The caller must
 * not pass unknown paths below `/_next` to Next, which would render its not-found page for each of them.
 * @param headers headers of every response
 */
export function createAdminFiles(
  headers: Record<string, string>,
  folder: string = path.resolve(adminFolder),
): AdminFiles {
  const onDisk = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .map((file) => `${prefix}${file.split(path.sep).join('/')}`),
  )
  const has = (urlPath: string) => onDisk.has(urlPath) && !/\.(br|gz)$/.test(urlPath)
  const codingOf = (urlPath: string, accepted: Encoding): Encoding =>
    onDisk.has(urlPath + endings[accepted]) ? accepted : 'identity'
  const read = async ({ urlPath, coding }: FileRequest): Promise<Variant> => {
    const file = path.join(folder, urlPath.slice(prefix.length))
    const body = await readFile(file + endings[coding])
    const fileHeaders = {
      'content-type': file.endsWith('.js') ? scriptType : contentTypeOf(file),
      'cache-control': hashedFileCaching,
      'content-security-policy': apiPolicy,
    }
    return makeVariant({ ...headers, ...fileHeaders }, body, {
      etag: `"${contentHash(body)}"`,
      coding,
      isNegotiated: onDisk.has(urlPath + endings.br),
    })
  }
  const cache = new LRUCache<string, Variant, FileRequest>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.length + 2048,
    fetchMethod: (_key, _stale, { context }) => read(context),
    // If a file is evicted from the cache while it is read, it is still sent.
    ignoreFetchAbort: true,
  })
  const keyOf = ({ urlPath, coding }: FileRequest) => `${coding} ${urlPath}`
  return {
    has,
    findInMemory: (urlPath, accepted) =>
      cache.get(keyOf({ urlPath, coding: codingOf(urlPath, accepted) })),
    find: async (urlPath, accepted) => {
      if (!has(urlPath)) return null
      const request = { urlPath, coding: codingOf(urlPath, accepted) }
      return (await cache.fetch(keyOf(request), { context: request })) ?? null
    },
  }
}
