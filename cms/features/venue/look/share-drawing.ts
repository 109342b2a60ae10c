import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import sharp from 'sharp'
import { embeddableHeaders } from '../../../platform/http/server/security-headers.ts'
import { createConcurrencyLimiter } from '../../../platform/limits/concurrency.ts'
import { perPayload } from '../../../platform/runtime/state.ts'

/** The approximate time that drawing a share image takes, in ms. */
export const drawingCost = 100

const images = perPayload(() => new LRUCache<string, Promise<Buffer>>({ max: 100 }))
const drawing = createConcurrencyLimiter({ running: 1, waiting: 10 })

/**
 * A share image as a PNG. It is drawn at the first request, and then kept in memory.
 * @param key contains everything that the drawing depends on
 * @param draw draws the image as an SVG
 * @throws HttpError `unavailable` if too many images are being drawn
 */
export function drawShareImage(
  payload: Payload,
  key: string,
  draw: () => Promise<string>,
): Promise<Buffer> {
  const kept = images(payload)
  const known = kept.get(key)
  if (known) return known
  const image = drawing.run(async () =>
    sharp(Buffer.from(await draw()))
      .png({ palette: true, colours: 32, dither: 0, effort: 4 })
      .toBuffer(),
  )
  kept.set(key, image)
  image.catch(() => kept.delete(key))
  return image
}

/** The response with a share image. Its path contains its version, so browsers may keep it. */
export const shareImageResponse = (image: Buffer): Response =>
  new Response(new Uint8Array(image), {
    headers: {
      ...embeddableHeaders,
      'content-type': 'image/png',
      'cache-control': 'public, max-age=604800',
    },
  })
