/** A picture as a page needs it. Widths in CSS pixels of the file, focal point in per cent. */
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
}

/** What a media record says of its picture. */
export type MediaRecord = {
  id: number
  alt: string
  focalX?: number | null
  focalY?: number | null
  picture?: unknown
}

/** A media record as a picture, or null where its files were never made. */
export function toPicture(record: MediaRecord | number | null | undefined): Picture | null {
  if (!record || typeof record === 'number') return null
  const made = record.picture as
    | {
        hash: string
        width: number
        height: number
        color: string
        widths: number[]
        fallback_widths: number[]
      }
    | null
    | undefined
  if (!made) return null
  return {
    id: record.id,
    alt: record.alt,
    hash: made.hash,
    width: made.width,
    height: made.height,
    color: made.color,
    widths: made.widths,
    fallbackWidths: made.fallback_widths,
    focal: { x: record.focalX ?? 50, y: record.focalY ?? 50 },
  }
}

/** The address of one file of a picture. It never changes: the hash names the content. */
export const fileAddress = (
  picture: Pick<Picture, 'hash'>,
  width: number,
  format: 'avif' | 'webp',
) => `/media/${picture.hash}/${width}.${format}`

/** The AVIF that is nearest to `width` pixels and no wider; the narrowest where all are wider. */
export function addressUpTo(picture: Picture, width = 800): string | null {
  const fitting = picture.widths.findLast((each) => each <= width) ?? picture.widths[0]
  return fitting ? fileAddress(picture, fitting, 'avif') : null
}

/** A `srcset` of all widths in one format. */
export function sourceSet(picture: Picture, format: 'avif' | 'webp'): string {
  const widths = format === 'avif' ? picture.widths : picture.fallbackWidths
  return widths.map((width) => `${fileAddress(picture, width, format)} ${width}w`).join(', ')
}
