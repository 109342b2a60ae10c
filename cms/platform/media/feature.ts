import type { Feature } from '../feature.ts'
import { maxUploadBytes } from './rules.ts'
import { mediaFiles } from './tables.ts'

export const media: Feature = {
  name: 'media',
  tables: { media_files: mediaFiles },
  // Uploads have more time, because they are re-encoded before the reply.
  uploads: [
    { path: /^\/api\/media(\/|$)/, maxBytes: maxUploadBytes + 1024 * 1024, withinMs: 60_000 },
  ],
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoPictures(req),
}
