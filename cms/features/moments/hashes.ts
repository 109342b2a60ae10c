import sharp from 'sharp'
import phash from 'sharp-phash'

/** The part of each side that a crop leaves out. */
const cropped = 0.05
const hashedWidth = 512

type Raw = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/**
 * Perceptual hashes of a picture: of the whole, and of what is left when a strip is cut off at each side or all around.
 * One of them is close to one of the hashes of the same picture that was cropped a little.
 */
export async function hashesOf({ data, ...raw }: Raw): Promise<string[]> {
  const small = await sharp(data, { raw, limitInputPixels: false })
    .flatten({ background: '#808080' })
    .resize({ width: hashedWidth, height: hashedWidth, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = small.info
  const [x, y] = [Math.round(width * cropped), Math.round(height * cropped)]
  const parts = [
    { left: 0, top: 0, width, height },
    { left: x, top: 0, width: width - x, height },
    { left: 0, top: 0, width: width - x, height },
    { left: 0, top: y, width, height: height - y },
    { left: 0, top: 0, width, height: height - y },
    { left: x, top: y, width: width - 2 * x, height: height - 2 * y },
  ].filter((part) => part.width > 0 && part.height > 0)
  const hashes: string[] = []
  for (const part of parts) {
    hashes.push(await phash(await sharp(small.data).extract(part).png().toBuffer()))
  }
  return [...new Set(hashes)]
}
