import type { PayloadRequest } from 'payload'
import { acceptedTypes } from '../../../platform/media/renditions.ts'
import { dropError } from '../errors.ts'

/** Adds a picture that the kitchen sends as the request’s body. @throws HttpError `no_picture` */
export async function addPicture(req: PayloadRequest, alt: string): Promise<{ picture: number }> {
  const { body } = req as { body?: ReadableStream<Uint8Array> | null }
  const mimetype = req.headers.get('content-type') ?? ''
  if (!body || !(acceptedTypes as readonly string[]).includes(mimetype))
    throw dropError('no_picture')
  const data = Buffer.from(await new Response(body).arrayBuffer())
  const { id } = await req.payload.create({
    collection: 'media',
    req,
    overrideAccess: true,
    data: { alt },
    file: { data, mimetype, name: 'drop', size: data.length },
  })
  return { picture: Number(id) }
}
