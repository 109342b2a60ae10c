import type { PayloadRequest } from 'payload'
import { prints, readPrint } from './prints.ts'

/** Adds the demo venue's pictures. Each is named for its page: `cafe-2.webp`. */
export async function fillDemoPictures(req: PayloadRequest): Promise<void> {
  for (const print of prints()) {
    const picture = readPrint(print)
    const data = picture.original
    // The upload hook uses these renditions instead of encoding the file again.
    req.context.picture = picture
    await req.payload.create({
      collection: 'media',
      req,
      data: { alt: print.alt, focalX: print.focal.x, focalY: print.focal.y },
      file: { data, name: `${print.name}.webp`, mimetype: 'image/webp', size: data.length },
    })
  }
}
