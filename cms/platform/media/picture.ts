/**
 * A picture as a page needs it. `widths` are the widths of its AVIF files, `fallbackWidths` the widths of its
 * WebP files. Sizes are in pixels, the focal point is in per cent.
 */
export type Picture = {
  id: number
  alt: string
  hash: string
  width: number
  height: number
  color: string
  widths: number[]
  fallbackWidths: number[]
  focal: { x: number; y: number }
  /** The upload was an animation, of which the first frame is shown. */
  wasAnimation?: true
}

/** The fields of a media record that describe its picture. */
export type MediaRecord = {
  id: number
  alt: string
  focalX?: number | null
  focalY?: number | null
  picture?: unknown
}

/** A media record as a picture, or null if it has no files. */
export function toPicture(record: MediaRecord | number | null | undefined): Picture | null {
  if (!record || typeof record === 'number') return null
  type Files = Omit<Picture, 'id' | 'alt' | 'focal' | 'fallbackWidths'>
  const files = record.picture as (Files & { fallback_widths: number[] }) | null | undefined
  if (!files) return null
  const { fallback_widths: fallbackWidths, ...rest } = files
  return {
    ...rest,
    id: record.id,
    alt: record.alt,
    fallbackWidths,
    focal: { x: record.focalX ?? 50, y: record.focalY ?? 50 },
  }
}

/** The URL path of one file of a picture. The file never changes, because the path contains the picture's hash. */
export const pictureFilePath = (
  picture: Pick<Picture, 'hash'>,
  width: number,
  format: 'avif' | 'webp',
) => `/media/${picture.hash}/${width}.${format}`

/** The URL path of the widest AVIF of at most `maxWidth` pixels. If all are wider, that of the narrowest AVIF. */
export function avifPath(picture: Picture, maxWidth = 800): string | null {
  const fitting = picture.widths.findLast((each) => each <= maxWidth) ?? picture.widths[0]
  return fitting ? pictureFilePath(picture, fitting, 'avif') : null
}

/** A `srcset` of all widths in one format. */
export function sourceSet(picture: Picture, format: 'avif' | 'webp'): string {
  const widths = format === 'avif' ? picture.widths : picture.fallbackWidths
  return widths.map((width) => `${pictureFilePath(picture, width, format)} ${width}w`).join(', ')
}
