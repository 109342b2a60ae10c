import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Rendition, Renditions } from '../renditions.ts'

/**
 * A picture of the demo venue. It was encoded in advance, because encoding all pictures takes a minute.
 * The files are the only copies of the drawings.
 */
export type DemoPicture = Pick<Renditions, 'hash' | 'width' | 'height' | 'color'> & {
  name: string
  alt: string
  focal: { x: number; y: number }
  files: Pick<Rendition, 'width' | 'format'>[]
}

export const demoPicturesFolder = path.resolve('cms/platform/media/demo/prints')

export const listDemoPictures = (): DemoPicture[] =>
  JSON.parse(readFileSync(path.join(demoPicturesFolder, 'prints.json'), 'utf8'))

export function readFilesOf({ name, files, ...picture }: DemoPicture): Renditions {
  const read = (width: number, format: string) =>
    readFileSync(path.join(demoPicturesFolder, `${name}-${width}.${format}`))
  return {
    ...picture,
    files: files.map((file) => ({ ...file, bytes: read(file.width, file.format) })),
    original: read(0, 'webp'),
  }
}
