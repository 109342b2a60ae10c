import type { PayloadRequest } from 'payload'
import { listDemoPictures, readFilesOf } from './prints.ts'

/** Adds the demo venue's pictures. Each is named after its page: `cafe-2.webp`. */
export async function fillDemoPictures(req: PayloadRequest): Promise<void> {
  for (const demoPicture of listDemoPictures()) {
    const renditions = readFilesOf(demoPicture)
    const data = renditions.original
    // The upload hook uses these renditions instead of encoding the file again.
    req.context.picture = renditions
    await req.payload.create({
      collection: 'media',
      req,
      data: {
        alt: demoPicture.alt,
        focalX: demoPicture.focal.x,
        focalY: demoPicture.focal.y,
        is_receipt: demoPicture.name.startsWith('receipt-'),
      },
      file: { data, name: `${demoPicture.name}.webp`, mimetype: 'image/webp', size: data.length },
    })
  }
}
