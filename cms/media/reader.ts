import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { type Representation, represent } from '../http/representation.ts'
import { tags } from '../tags.ts'
import { findFile } from './service.ts'

const cacheBytes = 48 * 1024 * 1024
const address = /^\/media\/([0-9a-f]{16})\/(\d{1,4})\.(avif|webp)$/

/**
 * Reads pictures by their address, the most asked for from memory.
 * @param headers what stands on every answer
 * @returns `find` from path to the picture, or null where there is none; `drop` forgets what is in
 *   memory when pictures have changed
 */
export function createMediaReader(payload: Payload, headers: Record<string, string>) {
  const kept = new LRUCache<string, Representation>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }) => bytes + 512,
  })
  const find = async (path: string): Promise<Representation | null> => {
    const known = kept.get(path)
    if (known) return known
    const [, hash, width, format] = address.exec(path) ?? []
    if (!hash || !width || !format) return null
    const file = await findFile(payload, hash, Number(width), format)
    if (!file) return null
    const picture = await represent(
      200,
      {
        ...headers,
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
      },
      file.bytes,
    )
    kept.set(path, picture)
    return picture
  }
  return {
    find,
    drop: (changed?: string[]) => {
      if (!changed || changed.includes(tags.media)) kept.clear()
    },
  }
}
