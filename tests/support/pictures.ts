import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { RequestOptions } from './request.ts'
import { sessionHeaders } from './staff.ts'

/**
 * A JPEG of one colour with a location and an owner in its metadata.
 * @param red 0 to 255; pictures with different values have different content
 */
export const photograph = (width = 1000, height = 700, red = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 80, b: 40 } } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer()

/** A HEIC picture of 320 × 240, blue on its left and orange on its right. Made by libheif’s `heif-enc`, because sharp can’t make one. */
export const heicPicture = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAA4wAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAPPAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAPLoCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwA8oAoIDxZbqSSmubgQEDAgAAADACAAAAMAISIAAQAHRAHBcrBiQAAAABRpc3BlAAAAAAAAAUAAAADwAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAADrbWRhdAAAAN8oAa9SGq20gPkOkl//9rB8j6h0/+k9zGxkj8D9e4+oe9/hf7nM0/nqRCEJ52wQ5bwgGvCl2HfgDpK4SIPXU48u22T2CLq5RtGZyn08nujgPHNLvXJEOZHzvdy058U3/Hcos+sh6vWwP5gQkwJsaUYNgh66nHl22yexBKMN9U8Y+ZikYnCjAApsQZuXMj53u5ac+KcDwQLLmt48zBYAE7CHAAAFt+V3wtOpx5dtsnsruSG+qeMfMxSMThRklqeFPrlzI+d7uWnPinBpN6rkIael/kgXXqVpTrBg5S6wAAso',
  'base64',
)

/** A PNG of one bit per pixel, whose pixels are all the same: a small file of many pixels. @param rows how many it really has */
export function blankPng(width: number, height: number, rows = height): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))],
  ])
}

/** A JPEG with another JPEG as the thumbnail in its metadata (Exif 2.32, 4.5.8). */
export function withThumbnail(jpeg: Buffer, thumbnail: Buffer): Buffer {
  const field = (tag: number, type: 3 | 4, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16BE(tag, 0)
    bytes.writeUInt16BE(type, 2)
    bytes.writeUInt32BE(1, 4)
    if (type === 3) bytes.writeUInt16BE(value, 8)
    else bytes.writeUInt32BE(value, 8)
    return bytes
  }
  const [ifd0, ifd1] = [8, 14]
  const data = ifd1 + 2 + 3 * 12 + 4
  const tiff = Buffer.concat([
    ...[Buffer.from('MM\0*\0\0\0\x08', 'latin1'), Buffer.from([0, 0, 0, 0, 0, ifd1])],
    ...[Buffer.from([0, 3]), field(0x103, 3, 6), field(0x201, 4, data)],
    ...[field(0x202, 4, thumbnail.length), Buffer.alloc(4), thumbnail],
  ])
  if (tiff.indexOf(thumbnail) !== data || ifd0 + 6 !== ifd1) throw new Error('Wrong offsets.')
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const length = segment.length + 2
  return Buffer.concat([
    ...[jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, length >> 8, length & 255])],
    ...[segment, jpeg.subarray(2)],
  ])
}

/** The request with which the admin uploads a file. */
export async function uploadRequest(
  session: string,
  file: { name: string; type: string; bytes: Buffer | string },
  fields: Record<string, unknown> = { alt: 'A picture' },
): Promise<RequestOptions> {
  const form = new FormData()
  form.set('_payload', JSON.stringify(fields))
  const bytes = new Uint8Array(Buffer.from(file.bytes as string))
  form.set('file', new Blob([bytes], { type: file.type }), file.name)
  const encoded = new Response(form)
  return {
    method: 'POST',
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(session && sessionHeaders(session)),
    },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

const cutAt = (bytes: Buffer, share: number) => bytes.subarray(0, Math.round(bytes.length * share))
const withByte = (bytes: Buffer, at: number, value: number) => {
  const changed = Buffer.from(bytes)
  changed[at] = value
  return changed
}

/** A picture of which no two rows are the same, 600 × 400. */
const detailed = () => {
  const pixels = Buffer.from(
    Array.from({ length: 600 * 400 * 3 }, (_, at) => ((at * 7919) >> 5) & 255),
  )
  return sharp(pixels, { raw: { width: 600, height: 400, channels: 3 } })
}

const animation = async () => {
  const frames = [20, 120, 220].map((red) => photograph(60, 40, red))
  return sharp(await Promise.all(frames), { join: { animated: true } })
}

/** An animated PNG: a chunk that announces two frames stands before the first frame. */
const animatedPng = async () => {
  const png = await detailed().png().toBuffer()
  const control = Buffer.alloc(20)
  control.writeUInt32BE(8, 0)
  control.write('acTL', 4, 'latin1')
  control.writeUInt32BE(2, 8)
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16)
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])
}

/** The number of a JPEG’s start of scan that some phones of Samsung write as 0 instead of 63. */
const samsungJpeg = async (bytes: Buffer) => {
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
  const components = bytes[scan + 4] ?? 0
  return withByte(bytes, scan + 6 + 2 * components, 0)
}

const withWrongChecksum = (png: Buffer, chunk: string) => {
  const at = png.indexOf(chunk, 0, 'latin1')
  const checksum = at + 4 + png.readUInt32BE(at - 4)
  return withByte(png, checksum, (png[checksum] ?? 0) ^ 255)
}

/** Damaged files that browsers display, by what is wrong with them. */
export const displayablePictures: Record<string, () => Promise<Buffer>> = {
  'a JPEG without its end mark': async () => (await detailed().jpeg().toBuffer()).subarray(0, -2),
  'a JPEG of one colour without its end mark': async () =>
    (await photograph(600, 400)).subarray(0, -2),
  'a JPEG without its last bytes': async () => cutAt(await detailed().jpeg().toBuffer(), 0.98),
  'a JPEG with data after its end': async () =>
    Buffer.concat([await photograph(600, 400), Buffer.from('\0\0\x01\x0aImage_UTC_DataSEFHeSEFT')]),
  'a JPEG with a Samsung phone’s start of scan': async () =>
    samsungJpeg(await detailed().jpeg().toBuffer()),
  'a JPEG of one colour with a Samsung phone’s start of scan': async () =>
    samsungJpeg(await photograph(600, 400)),
  'a progressive JPEG without its end mark': async () =>
    (await detailed().jpeg({ progressive: true }).toBuffer()).subarray(0, -2),
  'a JPEG with bytes between two segments': async () => {
    const jpeg = await detailed().jpeg().toBuffer()
    const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]))
    return Buffer.concat([jpeg.subarray(0, at), Buffer.from([0, 0, 1]), jpeg.subarray(at)])
  },
  'a PNG whose pixels have a wrong checksum': async () =>
    withWrongChecksum(await detailed().png().toBuffer(), 'IDAT'),
  'a black PNG with a wrong checksum': async () =>
    withWrongChecksum(
      await sharp(await photograph())
        .linear(0, 0)
        .png()
        .toBuffer(),
      'IDAT',
    ),
  'a PNG whose header has a wrong checksum': async () =>
    withWrongChecksum(await detailed().png().toBuffer(), 'IHDR'),
  'a PNG without its end': async () => (await detailed().png().toBuffer()).subarray(0, -12),
}

/** Files that cannot be shown, with a part of the reason that the person gets. */
export const unusablePictures: Record<string, [make: () => Promise<Buffer>, reason: RegExp]> = {
  'a HEIC picture': [
    async () => {
      const avif = (await detailed().avif({ effort: 0 }).toBuffer()).toString('latin1')
      const heic = avif.replaceAll('avif', 'heic').replaceAll('av01', 'hvc1')
      return Buffer.from(heic.replaceAll('av1C', 'hvcC'), 'latin1')
    },
    /HEIC.*JPEG/,
  ],
  'the first half of a JPEG': [
    async () => cutAt(await detailed().jpeg().toBuffer(), 0.5),
    /missing.*original/,
  ],
  'the first half of a PNG': [
    async () => cutAt(await detailed().png().toBuffer(), 0.5),
    /missing.*original/,
  ],
  'the first half of a WebP': [
    async () => cutAt(await detailed().webp().toBuffer(), 0.5),
    /only a part.*JPEG/,
  ],
  'the first half of an AVIF': [
    async () => cutAt(await detailed().avif({ effort: 0 }).toBuffer(), 0.5),
    /missing.*original/,
  ],
  'the first half of a GIF': [
    async () => cutAt(await detailed().gif().toBuffer(), 0.5),
    /missing.*original/,
  ],
  'only the header of a JPEG': [
    async () => (await detailed().jpeg().toBuffer()).subarray(0, 300),
    /only a part.*JPEG/,
  ],
  'a picture of 1 by 60,000 pixels': [() => line(1, 60_000), /1 by 60,000.*narrow.*Send/],
  'a picture of 60,000 by 1 pixels': [() => line(60_000, 1), /60,000 by 1.*narrow.*Send/],
  'a picture of 54 megapixels': [() => line(9000, 6000), /50 megapixels.*smaller/],
  'a TIFF': [() => detailed().tiff().toBuffer(), /JPEG, PNG/],
}

const line = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

export const animatedPictures: Record<string, () => Promise<Buffer>> = {
  'an animated WebP': async () => (await animation()).webp().toBuffer(),
  'an animated GIF': async () => (await animation()).gif().toBuffer(),
  'an animated PNG': animatedPng,
}
