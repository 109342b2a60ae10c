import libheif from 'libheif-js'
import type { DecodedHeic } from './heic.ts'

/** The upright pixels of the first picture of a file. */
async function decode(bytes: ArrayBuffer): Promise<DecodedHeic> {
  const { HeifDecoder } = await libheif
  const [picture] = new HeifDecoder().decode(new Uint8Array(bytes))
  if (!picture) throw new Error('The file has no picture.')
  const [width, height] = [picture.get_width(), picture.get_height()]
  const data = new Uint8ClampedArray(width * height * 4)
  return new Promise((resolve, reject) => {
    picture.display({ data, width, height }, (shown) =>
      shown ? resolve({ data, width, height }) : reject(new Error('The picture is damaged.')),
    )
  })
}

self.onmessage = async ({ data }: MessageEvent<ArrayBuffer>) => {
  const decoded = await decode(data).catch(() => null)
  self.postMessage(decoded, { transfer: decoded ? [decoded.data.buffer] : [] })
}
