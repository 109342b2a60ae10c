// Share images of events.
import { hasTallGlyphs, titleLines } from '../../content/title-lines.ts'
import type { Interest } from '../../newsletter/rules.ts'
import { textColorOn } from '../../venue/look/contrast.ts'
import { inksOf } from '../../venue/look/inks.ts'
import { box } from '../../venue/look/shapes.ts'
import { drawShareText, type ShareText, shareTextWidth } from '../../venue/look/share-letters.ts'
import type { Room } from '../../venue/rules.ts'
import { eventArt, eventGround } from './art.ts'

const capital = 0.686

/**
 * The poster of an event as an SVG, 1200 × 630: its title and time beside its drawing, in the colours of its room.
 * @param event.title null if it cannot be drawn: then the time stands in its place
 * @param event.brand null if it cannot be drawn
 * @param event.when the time, such as `Thu 3 Dec, 7.30pm`, or the status `cancelled` or `postponed`
 * @param event.seed see `eventArt`
 */
export function eventCard(event: {
  room: Room
  title: ShareText | null
  brand: ShareText | null
  when: ShareText
  interest: Interest | undefined
  seed: number
}): string {
  const { room, title, brand, when, interest, seed } = event
  const inks = inksOf(room)
  const { paper, ink, spotA, spotB } = inks
  const ground = eventGround(room, seed) === 'a' ? spotA : spotB
  const art = eventArt(interest, seed)
    .replaceAll('var(--ink)', ink)
    .replaceAll('var(--paper)', paper)
    .replaceAll('var(--spot-a)', spotA)
    .replaceAll('var(--spot-b)', spotB)
    .replaceAll('currentColor', textColorOn(inks, ground))
    .replace('class="halftone"', 'opacity="0.55"')
  const large = title ?? when
  const small = title ? when : brand
  const { lines } = titleLines(large.text, (line) => shareTextWidth(large, line, 1))
  const [left, width] = [56, 614]
  const fitting = (text: ShareText, line: string) =>
    (100 * width) / Math.max(1, shareTextWidth(text, line, 100))
  const set = lines.slice(0, -1).some(hasTallGlyphs) ? 0.94 : 0.84
  const size = Math.min(
    190,
    ...lines.map((line) => fitting(large, line)),
    330 / (capital + set * (lines.length - 1)),
  )
  const bottom = 492
  const draw = (text: ShareText, line: string, size: number, y: number) =>
    drawShareText(text, line, { size, x: left, y, fill: ink })
  const titleText = lines.map((line, index) =>
    draw(large, line, size, bottom - (lines.length - 1 - index) * size * set),
  )
  const brandText =
    brand && title ? draw(brand, brand.text, Math.min(34, fitting(brand, brand.text)), 86) : ''
  const smallText = small
    ? draw(small, small.text, Math.min(56, fitting(small, small.text)), 572)
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${box(0, 0, 1200, 630, paper)}${box(700, 0, 500, 630, ground)}<svg x="720" y="75" width="460" height="480" viewBox="0 0 480 480">${art}</svg>${brandText}${titleText.join('')}${smallText}</svg>`
}
