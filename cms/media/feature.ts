import { audited } from '../../collections/hooks/audit.ts'
import { media as mediaCollection } from '../../collections/media.ts'
import type { Feature } from '../feature.ts'
import { mediaFiles } from './table.ts'

export const media: Feature = {
  name: 'media',
  tables: { media_files: mediaFiles },
  collections: [audited(mediaCollection)],
}
