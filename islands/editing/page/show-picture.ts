import type { ImageData } from '../../../cms/features/content/editing/contract.ts'
import { type Picture, pictureFilePath, sourceSet } from '../../../cms/platform/media/picture.ts'

/** Renders a picture like the server. Without `picture`, only alternative text and focal point change. */
export function showPicture(
  element: HTMLElement,
  { alt, focal }: ImageData,
  picture: Picture | null,
): void {
  const image = element.querySelector('img')
  if (!image) return
  image.alt = alt
  image.style.objectPosition = `${focal.x}% ${focal.y}%`
  if (!picture) return
  for (const source of element.querySelectorAll('source')) {
    const format = source.type === 'image/avif' ? 'avif' : 'webp'
    const set = sourceSet(picture, format)
    if (set) source.srcset = set
    else source.remove()
  }
  const width = picture.fallbackWidths.at(-1)
  image.src = width
    ? pictureFilePath(picture, width, 'webp')
    : pictureFilePath(picture, picture.widths.at(-1) ?? picture.width, 'avif')
  image.width = picture.width
  image.height = picture.height
  image.style.background = picture.color
}
