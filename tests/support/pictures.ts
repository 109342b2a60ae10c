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
