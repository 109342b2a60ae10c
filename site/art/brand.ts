// The logos: the name, and an arched door on which dots have the shape of the secret gesture.
import type { ColorPage } from '../../cms/venue/inks.ts'
import { measureTextWidth } from '../../cms/venue/letter-widths.ts'
import { hasTallGlyphs } from '../lettering.ts'
import { scenes } from './index.ts'
import { box, drawText, fill, mix, move, type Theme, themeOf } from './press.ts'

// Colours of a logo: `ink` for the door and letters, `spot` for the dots. `ground` is used if `spot` is missing.
export interface MarkInks {
  ink: string
  ground?: string
  spot?: string
}
const wrap = (w: number, h: number, body: string, label = 'Common People'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" role="img" aria-label="${label}">${body}</svg>`

const DOTS: [number, number][] = [
  [21.4, 27.6],
  [28.2, 27],
  [35, 26.4],
  [41.8, 25.8],
  [43.2, 33],
  [44.6, 40.2],
]
const FEW: [number, number][] = [
  [19.5, 28],
  [31, 27],
  [42.5, 26],
  [45, 37],
  [47.5, 48],
]
const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
const FRAME = 'M7 62L7 27A25 25 0 0 1 57 27L57 62L51 62L51 27A19 19 0 0 0 13 27L13 62Z'
const LEAF = 'M16 62L16 27A16 16 0 0 1 48 27L48 62Z'
const PLAIN = 'M9 63L9 25A23 23 0 0 1 55 25L55 63Z'
/** The door in a 64-unit square. Without `spot` or `ground` the dots are holes. */
export function markShape(o: MarkInks): string {
  const dots = DOTS.map(([x, y]) => dot(x, y, 2.9)).join('')
  const c = o.spot ?? o.ground
  return (
    fill(FRAME, o.ink) +
    (c ? fill(LEAF, o.ink) + fill(dots, c) : fill(LEAF + dots, o.ink, 'fill-rule="evenodd"'))
  )
}
/** The door without its frame and with fewer, bigger dots: for 16 to 32 pixels. */
export function markSmallShape(o: MarkInks): string {
  const dots = FEW.map(([x, y]) => dot(x, y, 4.5)).join('')
  const c = o.spot ?? o.ground
  return c ? fill(PLAIN, o.ink) + fill(dots, c) : fill(PLAIN + dots, o.ink, 'fill-rule="evenodd"')
}
export const favicon = (o: MarkInks): string => wrap(64, 64, markSmallShape(o))
export const mark = (o: MarkInks): string => wrap(64, 64, markShape(o))

/**
 * The door at the bottom of a mail's header, on the header's colour; 96 × 112 pixels. It is stored as a PNG,
 * because mail programs do not show SVG.
 */
export const mailDoor = ({ spot, onSpot }: { spot: string; onSpot: string }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="5.8 1 52.4 61" width="96" height="112" preserveAspectRatio="xMidYMax slice">${box(0, 0, 64, 64, spot)}${markShape({ ink: onSpot, spot })}</svg>`

const CAP = 0.686
const words = (text: string, size: number, x: number, baseline: number, color: string): string =>
  drawText(text, { size, x, y: baseline, fill: color, tracking: -size * 0.012 })
const textWidth = (text: string, size: number): number =>
  measureTextWidth(text, size, -size * 0.012)

/** COMMON PEOPLE on one line. */
export function wordmark(color: string): string {
  const w = Math.ceil(textWidth('COMMON PEOPLE', 100)) + 8
  return wrap(w, 78, words('COMMON PEOPLE', 100, 4, 73.5, color))
}
/** The door beside the name in two lines of equal width. */
export function lockup(o: MarkInks): string {
  const size = 100
  const first = textWidth('COMMON', size)
  const second = (size * first) / textWidth('PEOPLE', size)
  const h = size * CAP + second * CAP + 12
  const door = h / 60
  const left = 50 * door + 20
  const body =
    move(-7 * door + 4, -2 * door + 4, markShape(o), door) +
    words('COMMON', size, left + 4, 4 + size * CAP, o.ink) +
    words('PEOPLE', second, left + 4, 4 + h, o.ink)
  return wrap(Math.ceil(left + first + 8), Math.ceil(h + 8), body)
}
/** The name centred under the door. */
export function stack(o: MarkInks): string {
  const size = 100
  const first = textWidth('COMMON', size)
  const second = (size * first) / textWidth('PEOPLE', size)
  const s = first / 64
  const body =
    move((first + 8) / 2 - 32 * s, -2 * s + 4, markShape(o), s) +
    words('COMMON', size, 4, 60 * s + 26 + size * CAP, o.ink) +
    words('PEOPLE', second, 4, 60 * s + 38 + (size + second) * CAP, o.ink)
  return wrap(Math.ceil(first + 8), Math.ceil(60 * s + 44 + (size + second) * CAP), body)
}

const { paper, ink, a: spot } = themeOf('home')
/** The logos by colour: dark (`ink`), light (`paper`) or only one colour (`one`). File names contain these keys. */
export const logos = {
  ink: {
    mark: mark({ ink, spot }),
    wordmark: wordmark(ink),
    lockup: lockup({ ink, spot }),
    stack: stack({ ink, spot }),
  },
  paper: {
    mark: mark({ ink: paper, spot }),
    wordmark: wordmark(paper),
    lockup: lockup({ ink: paper, spot }),
    stack: stack({ ink: paper, spot }),
  },
  one: {
    mark: mark({ ink: 'currentColor' }),
    wordmark: wordmark('currentColor'),
    lockup: lockup({ ink: 'currentColor' }),
    stack: stack({ ink: 'currentColor' }),
  },
}

/** The app icon: 512 × 512, without margins, with the door inside the safe circle of maskable icons. */
export function appIcon(o: { ground?: string; door?: string; dots?: string } = {}): string {
  const ground = o.ground ?? spot
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">${box(0, 0, 512, 512, ground)}${move(256 - 32 * 4.4, 256 - 32 * 4.4, markShape({ ink: o.door ?? ink, ground: o.dots ?? paper }), 4.4)}</svg>`
}

/** A share image, 1200 × 630: the title beside the section's square picture. */
export function shareCard(
  theme: ColorPage,
  titleLines: string[],
  options: { small?: string } = {},
): string {
  const t: Theme = themeOf(theme)
  const art = scenes.find((s) => s.name === `${theme}-3`)
  const left = 56
  const room = 630 - left - 44
  // Line heights as in `.poster` and `.tall-glyphs`. Some glyphs, such as a comma, need more line height.
  const set = titleLines.slice(0, -1).some(hasTallGlyphs) ? 0.94 : 0.82
  const size = Math.min(
    230,
    ...titleLines.map((l) => (100 * room) / Math.max(1, textWidth(l, 100))),
    400 / (CAP + set * Math.max(0, titleLines.length - 1)),
  )
  const spot = t.dark
    ? mix(t.ink, t.b === '#3b342a' ? t.a : t.b, 0.75)
    : theme === 'cafe' || theme === 'beer' || theme === 'community' || theme === 'kitchens'
      ? t.ink
      : t.a
  const top = 132
  const lines = titleLines
    .map((l, i) => words(l, size, left - size * 0.02, top + size * CAP + i * size * set, t.ink))
    .join('')
  const picture = art
    ? art.svg.replace(
        /^<svg[^>]*>/,
        `<svg x="630" y="0" width="570" height="630" viewBox="${(art.width * 0.0476).toFixed(0)} 0 ${(art.width * 0.9048).toFixed(0)} ${art.height}" preserveAspectRatio="xMidYMid slice" style="isolation:isolate">`,
      )
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${box(0, 0, 1200, 630, t.paper)}${move(left - 6, 44, markSmallShape({ ink: spot, ground: t.paper }), 0.75)}${words('COMMON PEOPLE', 34, left + 48, 86, t.ink)}${lines}${options.small ? words(options.small, 30, left, 582, spot) : ''}${picture}</svg>`
}
