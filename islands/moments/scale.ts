import { sentPixels } from '../../cms/features/moments/rules.ts'

/** Why a picture cannot be opened in this browser. */
export class ScaleError extends Error {
  override name = 'ScaleError'
  readonly code: 'broken' | 'heic' | 'too_large'
  constructor(code: 'broken' | 'heic' | 'too_large', options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

const quality = 0.88
/** More pixels than this would take the memory of a phone. */
const maxPixels = 120_000_000

/** The size of a picture whose longer side has at most `most` pixels. */
export function scaledSize(width: number, height: number, most: number = sentPixels) {
  const factor = Math.min(1, most / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']

/** Whether a file begins like a HEIC picture (ISO/IEC 14496-12, 4.3). */
export function isHeic(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head)
  return text.slice(4, 8) === 'ftyp' && heicBrands.includes(text.slice(8, 12))
}

/**
 * Makes the JPEG that is sent: upright, at most 2,400 pixels, without metadata.
 * @param preview a small canvas, on which the picture is drawn
 * @throws ScaleError
 */
export async function scalePicture(file: Blob, preview: HTMLCanvasElement | null): Promise<Blob> {
  const bitmap = await decode(file)
  try {
    if (bitmap.width * bitmap.height > maxPixels) throw new ScaleError('too_large')
    drawPreview(bitmap, preview)
    const { width, height } = scaledSize(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new ScaleError('too_large')
    context.imageSmoothingQuality = 'high'
    // A JPEG has no transparent pixels; they would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0, width, height)
    const made = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    // Safari frees the memory of a canvas once it has no size.
    canvas.width = 0
    if (!made) throw new ScaleError('too_large')
    return made
  } finally {
    bitmap.close()
  }
}

async function decode(file: Blob): Promise<ImageBitmap> {
  const native = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (native) return native
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  if (!isHeic(head)) throw new ScaleError('broken')
  // The decoder has three megabytes, and Safari needs none.
  const { decodeHeic } = await import('./heic.ts')
  return decodeHeic(file).catch((cause: unknown) => {
    throw new ScaleError('heic', { cause })
  })
}

function drawPreview(bitmap: ImageBitmap, canvas: HTMLCanvasElement | null): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  const factor = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height)
  const [width, height] = [bitmap.width * factor, bitmap.height * factor]
  const [x, y] = [(canvas.width - width) / 2, (canvas.height - height) / 2]
  context.drawImage(bitmap, x, y, width, height)
}
