// Share images of events.
import { titleLines } from '../../cms/content/title-lines.ts'
import type { Interest } from '../../cms/newsletter/rules.ts'
import { textColorOn } from '../../cms/venue/contrast.ts'
import { inksOf } from '../../cms/venue/inks.ts'
import { measureTextWidth } from '../../cms/venue/letter-widths.ts'
import type { Room } from '../../cms/venue/rules.ts'
import { hasTallGlyphs } from '../lettering.ts'
import { eventArt, eventGround } from './events.ts'
import { box, drawText } from './press.ts'

const capital = 0.686
const tracking = -0.012
const textWidth = (text: string, size: number): number =>
  measureTextWidth(text, size, size * tracking)
const words = (text: string, size: number, x: number, y: number, fill: string): string =>
  drawText(text, { size, x, y, fill, tracking: size * tracking })

/**
 * The poster of an event as an SVG, 1200 × 630: its title and time beside its drawing, in the colours of its room.
 * @param event.when the time, such as `Thu 3 Dec, 7.30pm`, or the status `cancelled` or `postponed`
 * @param event.seed see `eventArt`
 */
export function eventCard(event: {
  room: Room
  title: string
  brand: string
  when: string
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
  const { lines } = titleLines(title.toUpperCase(), (text) => textWidth(text, 1))
  const [left, width] = [56, 614]
  const set = lines.slice(0, -1).some(hasTallGlyphs) ? 0.94 : 0.84
  const size = Math.min(
    190,
    ...lines.map((each) => (100 * width) / Math.max(1, textWidth(each, 100))),
    330 / (capital + set * (lines.length - 1)),
  )
  const bottom = 492
  const titleText = lines
    .map((each, index) =>
      words(each, size, left, bottom - (lines.length - 1 - index) * size * set, ink),
    )
    .join('')
  const whenSize = Math.min(56, (100 * width) / Math.max(1, textWidth(when, 100)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${box(0, 0, 1200, 630, paper)}${box(700, 0, 500, 630, ground)}<svg x="720" y="75" width="460" height="480" viewBox="0 0 480 480">${art}</svg>${words(brand, 34, left, 86, ink)}${titleText}${words(when, whenSize, left, 572, ink)}</svg>`
}
