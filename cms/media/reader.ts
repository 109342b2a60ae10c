import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { type Representation, represent } from '../http/representation.ts'
import { embeddableHeaders } from '../http/security-headers.ts'
import { findFile } from './service.ts'
import { mediaTag } from './tags.ts'

const cacheBytes = 48 * 1024 * 1024
const pathPattern = /^\/media\/([0-9a-f]{16})\/(\d{1,4})\.(avif|webp|jpg)$/

/**
 * Reads pictures by their path and caches the most requested ones in memory.
 * @param headers of every response
 * @returns `find` reads a picture, or null if there is none. `fresh` and `cached` read only the cache;
 *   `cached` also returns pictures that may have changed, for use while the database is unavailable. `drop`
 *   clears the cache after pictures have changed. If it gets no tags, the changes are unknown, and `find`
 *   reads each picture again before it returns it
 */
export function createMediaReader(payload: Payload, headers: Record<string, string>) {
  const pictures = new LRUCache<string, { picture: Representation; readAt: number }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ picture }) => picture.bytes + 512,
  })
  let changes = 0
  const find = async (path: string): Promise<Representation | null> => {
    const known = pictures.get(path)
    if (known?.readAt === changes) return known.picture
    const [, hash, width, format] = pathPattern.exec(path) ?? []
    if (!hash || !width || !format) return null
    const readAt = changes
    const file = await findFile(payload, hash, Number(width), format)
    if (!file) {
      pictures.delete(path)
      return null
    }
    const picture = await represent(
      200,
      {
        ...headers,
        ...embeddableHeaders,
        'content-type': `image/${format === 'jpg' ? 'jpeg' : format}`,
        'cache-control': 'public, max-age=31536000, immutable',
      },
      file.bytes,
    )
    if (readAt === changes) pictures.set(path, { picture, readAt })
    return picture
  }
  return {
    find,
    fresh: (path: string): Representation | undefined => {
      const known = pictures.get(path)
      return known?.readAt === changes ? known.picture : undefined
    },
    cached: (path: string): Representation | null => pictures.get(path)?.picture ?? null,
    drop: (changed?: string[]) => {
      if (changed && !changed.includes(mediaTag)) return
      changes++
      if (changed) pictures.clear()
    },
  }
}
