import sharp from 'sharp'
import { cleanLine } from '../../../platform/http/texts/clean-text.ts'
import { createConcurrencyLimiter } from '../../../platform/limits/concurrency.ts'
import { enquiryError } from '../errors.ts'
import { type FileType, limits } from '../rules.ts'
import { isActivePdf } from './pdf.ts'

/** A picture of this size takes about 100 MB while it is drawn, however small its file is. */
const maxPixels = 24_000_000
/** So one is drawn at a time. */
const drawing = createConcurrencyLimiter({ running: 1, waiting: 8 })

/** The type of a file by its first bytes. What it is called, and what the browser says, counts for nothing. */
export function typeOf(bytes: Buffer): FileType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png'
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : null
}

const endings: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}

/** A name that every system can store, with the ending of the real type. */
export function safeName(name: string, type: FileType): string {
  const plain = cleanLine(name).normalize('NFKD').replace(/\p{M}/gu, '')
  const words = plain.replace(/\.[A-Za-z0-9]{1,8}$/, '').match(/[A-Za-z0-9_]+/g) ?? []
  const base = words.join('-').slice(0, limits.fileName)
  return `${base || 'file'}.${endings[type]}`
}

/**
 * The bytes of a guest’s file as they are stored. A picture is drawn anew, so that nothing is left of it but its pixels: no
 * place, and no other file behind its end.
 * @throws HttpError `file_too_large`, `picture_too_large`, `file_type`, `file_damaged`, `file_active`; `unavailable` if too
 *   many others are being checked
 */
export async function checkFile(bytes: Buffer): Promise<{ type: FileType; bytes: Buffer }> {
  if (bytes.length > limits.fileBytes) throw enquiryError('file_too_large')
  const type = typeOf(bytes)
  if (!type) throw enquiryError('file_type')
  if (type === 'application/pdf') {
    if (!bytes.includes('%%EOF')) throw enquiryError('file_damaged')
    if (isActivePdf(bytes)) throw enquiryError('file_active')
    return { type, bytes }
  }
  return { type, bytes: await drawing.run(() => drawAnew(bytes, type)) }
}

async function drawAnew(
  bytes: Buffer,
  type: Exclude<FileType, 'application/pdf'>,
): Promise<Buffer> {
  // Reads the head of the file only.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head) throw enquiryError('file_damaged')
  if (head.width * head.height > maxPixels) throw enquiryError('picture_too_large')
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
  const drawn = await (type === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 }))
    .toBuffer()
    .catch(() => null)
  if (!drawn) throw enquiryError('file_damaged')
  if (drawn.length > 2 * limits.fileBytes) throw enquiryError('file_too_large')
  return drawn
}
