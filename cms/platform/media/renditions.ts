import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { decodePicture, maxPixels } from './decode.ts'

/** Accepted types of uploads. SVG is refused because it can contain scripts. */
export const acceptedTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const

const avifWidths = [480, 800, 1200, 1600, 2400]
const webpWidths = [800]

export type Rendition = { width: number; format: 'avif' | 'webp'; bytes: Buffer }
export type Renditions = {
  /** Hash of the content. It is part of each file's URL, so the file at a URL never changes. */
  hash: string
  width: number
  height: number
  /** Mean colour, `#rrggbb`, shown until the picture is loaded. */
  color: string
  files: Rendition[]
  /** The original as it is stored: upright, at most 2,400 px wide, without metadata. */
  original: Buffer
  /** The upload was an animation. The files contain only its first frame. */
  wasAnimation?: true
}

/** The error of an upload that can be sent again later. `message` is for the person who uploaded the file. */
export class PictureQueueError extends Error {
  override name = 'PictureQueueError'
  override message = 'Many pictures are being prepared. Please send this one again in a minute.'
}

const maxQueued = 4
let last: Promise<unknown> = Promise.resolve()
let queued = 0

/**
 * Renders one picture after the other, because each uses hundreds of megabytes. Only a few pictures may wait, because
 * they are kept in memory.
 * @throws PictureQueueError if already `maxQueued` pictures are being rendered or are waiting
 */
export async function renderInTurn(source: Buffer): Promise<Renditions> {
  if (queued >= maxQueued) throw new PictureQueueError()
  queued++
  const next = last.then(() => renderPicture(source)).finally(() => queued--)
  last = next.catch(() => {})
  return next
}

/** Of 0 to 9; low, because a person waits. */
const avifEffort = 2

/**
 * Re-encodes an uploaded picture for the site: AVIF, and WebP for older browsers, in the widths that
 * layouts use and never wider than the picture is. Metadata (place, camera, owner) is removed.
 * @param source the uploaded bytes
 * @throws PictureError with the reason and what to do, if `source` cannot be shown
 */
export async function renderPicture(source: Buffer): Promise<Renditions> {
  // The source is decoded and scaled down once; all files are made from the result.
  const { data, width, height, channels, isAnimation } = await decodePicture(source)
  const largest = sharp(data, { raw: { width, height, channels }, limitInputPixels: maxPixels })
  const original = await largest.clone().webp({ quality: 86 }).toBuffer()
  const encode = async (width: number, format: 'avif' | 'webp') => {
    const sized = largest.clone().resize({ width })
    const bytes = await (format === 'avif'
      ? sized.avif({ quality: 50, effort: avifEffort })
      : sized.webp({ quality: 72 })
    ).toBuffer()
    return { width, format, bytes }
  }
  const upTo = (widths: number[]) => {
    const fitting = widths.filter((each) => each <= width)
    return fitting.length ? fitting : [width]
  }
  const files: Rendition[] = []
  // One after the other, because an encoder uses many times the memory of its result.
  for (const each of upTo(avifWidths)) files.push(await encode(each, 'avif'))
  for (const each of upTo(webpWidths)) files.push(await encode(each, 'webp'))
  return {
    hash: createHash('sha256').update(original).digest('hex').slice(0, 16),
    width,
    height,
    color: await meanColor(largest.clone()),
    files,
    original,
    ...(isAnimation && { wasAnimation: true }),
  }
}

/** The mean colour of a picture, `#rrggbb`. */
export async function meanColor(picture: Sharp): Promise<string> {
  const { data } = await picture
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${[...data.subarray(0, 3)].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
