import sharp, { type Metadata, type OutputInfo } from 'sharp'
import { findZeroedData } from './zeroed-jpeg.ts'

export const maxPixels = 50_000_000
/** A side that is longer than this many times the other one makes a line, not a picture. */
const maxRatio = 200
// WebP files have at most 16,383 pixels on each side.
const largest = { width: 2400, height: 16_383 }
/** The part of a picture that may be missing at its foot; browsers show the rest. */
const maxMissing = 0.1

const acceptedFormats = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif'])

/** The error of a refused upload. `message` is for the person who uploaded the file. */
export class PictureError extends Error {
  override name = 'PictureError'
}

export type Pixels = {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
  /** Whether the file is an animation, of which only the first frame was decoded. */
  isAnimation: boolean
}

/**
 * Decodes an upload: upright, in sRGB, scaled down to the size of the stored original. Damage that browsers tolerate is
 * tolerated, such as a wrong checksum.
 * @throws PictureError with the reason and what to do, if `source` cannot be shown
 */
export async function decodePicture(source: Buffer): Promise<Pixels> {
  const { bytes, metadata } = await readKind(source)
  const { data, info } = await decodeTolerantly(bytes)
  const { width, height, channels } = info
  return { data, width, height, channels, isAnimation: isAnimation(source, metadata) }
}

/**
 * Checks what takes no time: format and size. The pixels may still be damaged.
 * @throws PictureError as `decodePicture` does
 */
export async function checkPicture(source: Buffer): Promise<void> {
  await readKind(source)
}

async function readKind(source: Buffer): Promise<{ bytes: Buffer; metadata: Metadata }> {
  if (!source.length) throw new PictureError('This file is empty. Choose the picture again.')
  if (isHeic(source)) {
    throw new PictureError(
      'This is a HEIC picture, which browsers do not show. Save it as a JPEG and send that. An iPhone takes JPEGs if “Most Compatible” is chosen in Settings, Camera, Formats.',
    )
  }
  const bytes = isJpeg(source) ? Buffer.concat([source, endOfJpeg]) : source
  // Reading the size takes no memory for pixels, so it has no limit: the message names the size.
  const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch((cause: unknown) => {
      throw new PictureError(
        'This file is not a picture that can be read, or only a part of one. Open it in a picture program, save it as a JPEG, and send that.',
        { cause },
      )
    })
  checkKind(metadata)
  return { bytes, metadata }
}

function checkKind({ format, width, height }: Metadata) {
  if (!acceptedFormats.has(format)) {
    throw new PictureError('Send a JPEG, PNG, WebP, AVIF or GIF picture.')
  }
  const size = `The picture has ${width.toLocaleString('en-GB')} by ${height.toLocaleString('en-GB')} pixels`
  if (width * height > maxPixels) {
    throw new PictureError(
      `${size}, and at most 50 megapixels are possible. Make it smaller, such as 2,400 pixels wide, and send it again.`,
    )
  }
  if (Math.max(width, height) > maxRatio * Math.min(width, height)) {
    throw new PictureError(
      `${size}, too narrow to be shown. Send one whose long side has at most ${maxRatio} times the pixels of its short side.`,
    )
  }
}

type FailOn = 'none' | 'truncated' | 'warning'
type Decoded = { data: Buffer; info: OutputInfo }

const decode = (source: Buffer, failOn: FailOn): Promise<Decoded> =>
  sharp(source, { limitInputPixels: maxPixels, failOn })
    .rotate()
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

// The strict decoder's errors do not say how much of a picture is missing, so the pixels are examined.
async function decodeTolerantly(source: Buffer): Promise<Decoded> {
  if (isJpeg(source)) await requirePixels(source)
  const attempts: FailOn[] = isJpeg(source) ? ['warning'] : ['warning', 'truncated']
  for (const failOn of attempts) {
    const decoded = await decode(source, failOn).catch(() => null)
    if (decoded) return decoded
  }
  const decoded = await decode(source, 'none').catch((cause: unknown) => {
    throw new PictureError(
      `${cutMessage} If it is the original, save it as a JPEG and send that.`,
      {
        cause,
      },
    )
  })
  if (missingPart(decoded) > maxMissing) throw new PictureError(cutMessage)
  return decoded
}

/** Refuses a JPEG of which a part was overwritten by zeros. */
async function requirePixels(jpeg: Buffer) {
  const { isZeroed, end } = findZeroedData(jpeg, maxMissing)
  if (isZeroed === 'no') return
  const problemOf = (bytes: Buffer) =>
    decode(bytes, 'warning').then(
      () => null,
      (error: unknown) => String(error),
    )
  if (isZeroed === 'perhaps') {
    const problem = await problemOf(jpeg)
    if (problem && harmlessFault.test(problem)) return
    // Zeros fill more rows than the pixels that they replaced. Then the picture is full before its data end, and the
    // end of the data can be missing without an error.
    const cut = Buffer.concat([jpeg.subarray(0, end - checkedBytes), endOfJpeg])
    if (!problem && (await problemOf(cut))) return
  }
  throw new PictureError(cutMessage)
}

/** How many bytes of the end are left out for this check. */
const checkedBytes = 32
// Faults before the pixels: a wrong number in the start of scan, and bytes between two segments.
const harmlessFault =
  /Invalid SOS parameters|extraneous bytes before marker 0x(db|c0|c2|e[0-9a-f])/i

const cutMessage =
  'This file is damaged, and a part of the picture is missing, perhaps since it was copied. Send the original file.'

/** The part of a picture’s rows, from the foot, that contain only the colour with which decoders fill missing rows. */
function missingPart({ data, info: { width, height, channels } }: Decoded): number {
  const fill = data.subarray(-channels)
  if (!isFillColor(fill)) return 0
  const rowLength = width * channels
  const isFilled = (row: number) => {
    for (let at = row * rowLength; at < (row + 1) * rowLength; at++) {
      if (Math.abs((data[at] ?? 0) - (fill[at % channels] ?? 0)) > 1) return false
    }
    return true
  }
  let filled = 0
  while (filled < height && isFilled(height - 1 - filled)) filled++
  return filled / height
}

// Black or transparent in PNG and GIF files, mid-grey in JPEG files.
const isFillColor = (pixel: Buffer): boolean => {
  const color = pixel.subarray(0, pixel.length > 2 ? 3 : 1)
  return color.every((value) => value === 0) || color.every((value) => Math.abs(value - 128) < 9)
}

// Bytes after the end are ignored, so the mark may be added to every file.
const endOfJpeg = Buffer.from([0xff, 0xd9])
const isJpeg = (source: Buffer): boolean =>
  source.readUIntBE(0, Math.min(2, source.length)) === 0xffd8

/** The brands of a file in the format HEIF (ISO/IEC 14496-12, 4.3); empty for other files. */
function brandsOf(source: Buffer): string[] {
  if (source.length < 16 || source.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(source.readUInt32BE(0), source.length, 256)
  return source.toString('latin1', 8, end).match(/.{4}/gs) ?? []
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])
const isHeic = (source: Buffer): boolean => {
  const brands = brandsOf(source)
  return brands.some((brand) => heicBrands.has(brand)) && !brands.includes('avif')
}

function isAnimation(source: Buffer, { format, pages = 1 }: Metadata): boolean {
  if (format === 'webp' || format === 'gif') return pages > 1
  if (format === 'heif') return brandsOf(source).includes('avis')
  // An animated PNG announces its frames before the first one.
  const frames = format === 'png' ? source.indexOf('acTL', 0, 'latin1') : -1
  return frames >= 0 && frames < source.indexOf('IDAT', 0, 'latin1')
}
