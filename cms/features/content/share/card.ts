// Share images of pages.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ColorPage, inksOf } from '../../venue/look/inks.ts'
import { box, fill, mix, move } from '../../venue/look/shapes.ts'
import { drawShareText, type ShareText, shareTextWidth } from '../../venue/look/share-letters.ts'
import { hasTallGlyphs, titleLines as splitTitle } from '../title-lines.ts'

/** The sections’ pictures, 1200 × 1200. */
const folder = path.resolve('cms/features/content/share/pictures')
const capital = 0.686

/** The door of the logo in a 64-unit square, with few, big dots. */
export const door = (ink: string, ground: string): string =>
  fill('M9 63L9 25A23 23 0 0 1 55 25L55 63Z', ink) +
  fill(
    [
      [19.5, 28],
      [31, 27],
      [42.5, 26],
      [45, 37],
      [47.5, 48],
    ]
      .map(([x = 0, y = 0]) => `M${x - 4.5} ${y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z`)
      .join(''),
    ground,
  )

type CardTexts = { title: ShareText | null; brand: ShareText | null; small: ShareText | null }

/**
 * A share image, 1200 × 630: the title beside the section's square picture. The venue's name stands in the place of a
 * title that cannot be drawn; texts that are null are left out.
 */
export async function shareCard(
  theme: ColorPage,
  { title, brand, small }: CardTexts,
): Promise<string> {
  const { paper, ink, spotA, spotB, dark } = inksOf(theme)
  const picture = await readFile(path.join(folder, `${theme}.svg`), 'utf8')
  const left = 56
  const room = 630 - left - 44
  const large = title ?? brand
  const { lines: titleLines } = large
    ? splitTitle(large.text, (line) => shareTextWidth(large, line, 1))
    : { lines: [] }
  const widthOf = (text: ShareText | null, line: string) =>
    text ? shareTextWidth(text, line, 100) : 0
  const draw = (text: ShareText | null, line: string, at: Parameters<typeof drawShareText>[2]) =>
    text ? drawShareText(text, line, at) : ''
  const fitted = (text: ShareText | null, size: number, width: number) =>
    Math.min(size, (100 * width) / Math.max(1, widthOf(text, text?.text ?? '')))
  // Line heights as in `.poster` and `.tall-glyphs`. Some glyphs, such as a comma, need more line height.
  const set = titleLines.slice(0, -1).some(hasTallGlyphs) ? 0.94 : 0.82
  const size = Math.min(
    230,
    ...titleLines.map((l) => (100 * room) / Math.max(1, widthOf(large, l))),
    400 / (capital + set * Math.max(0, titleLines.length - 1)),
  )
  const spot = dark
    ? mix(ink, spotB === '#3b342a' ? spotA : spotB, 0.75)
    : theme === 'cafe' || theme === 'beer' || theme === 'community' || theme === 'kitchens'
      ? ink
      : spotA
  const top = 132
  const lines = titleLines
    .map((l, i) =>
      draw(large, l, {
        size,
        x: left - size * 0.02,
        y: top + size * capital + i * size * set,
        fill: ink,
      }),
    )
    .join('')
  const square = picture
    .trimEnd()
    .replace(
      /^<svg[^>]*>/,
      '<svg x="630" y="0" width="570" height="630" viewBox="57 0 1086 1200" preserveAspectRatio="xMidYMid slice" style="isolation:isolate">',
    )
  const brandText = draw(title && brand, brand?.text ?? '', {
    size: fitted(brand, 34, room - 48),
    x: left + 48,
    y: 86,
    fill: ink,
  })
  const smallText = draw(small, small?.text ?? '', {
    size: fitted(small, 30, room),
    x: left,
    y: 582,
    fill: spot,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${box(0, 0, 1200, 630, paper)}${move(left - 6, 44, door(spot, paper), 0.75)}${brandText}${lines}${smallText}${square}</svg>`
}
