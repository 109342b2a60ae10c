import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { type Representation, represent } from '../http/pages/representation.ts'
import { embeddableHeaders } from '../http/server/security-headers.ts'
import { findFile } from './service.ts'
import { mediaTag } from './tags.ts'

const cacheBytes = 48 * 1024 * 1024
const pathPattern = /^\/media\/([0-9a-f]{16})\/(\d{1,4})\.(avif|webp|jpg)$/

/**
 * Reads pictures by their path and caches the most recently requested ones in memory.
 * @param headers of every response
 */
export function createMediaReader(payload: Payload, headers: Record<string, string>) {
  const pictures = new LRUCache<string, { picture: Representation; generation: number }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ picture }) => picture.bytes + 512,
  })
  // Each announced change increases this number. A cached picture of an older generation may have changed.
  let currentGeneration = 0
  const find = async (path: string): Promise<Representation | null> => {
    const known = pictures.get(path)
    if (known?.generation === currentGeneration) return known.picture
    const [, hash, width, format] = pathPattern.exec(path) ?? []
    if (!hash || !width || !format) return null
    const generation = currentGeneration
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
    if (generation === currentGeneration) pictures.set(path, { picture, generation })
    return picture
  }
  return {
    /** Reads a picture, from the cache if it has not changed. Null if there is none. */
    find,
    /** A picture in the cache; undefined if it may have changed since it was read. */
    fresh: (path: string): Representation | undefined => {
      const known = pictures.get(path)
      return known?.generation === currentGeneration ? known.picture : undefined
    },
    /** A picture in the cache, even if it may have changed; for use while the database is unavailable. */
    cached: (path: string): Representation | null => pictures.get(path)?.picture ?? null,
    /**
     * Handles announced changes. If `changed` contains the tag of pictures, the cache is cleared. Without `changed`, it
     * is unknown what has changed, so each picture is read again before `find` or `fresh` returns it.
     */
    drop: (changed?: string[]) => {
      if (changed && !changed.includes(mediaTag)) return
      currentGeneration++
      if (changed) pictures.clear()
    },
  }
}
