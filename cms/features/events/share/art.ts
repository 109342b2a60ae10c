// Drawings for events without a picture, in the colours of their room, 480 × 480.
import type { Interest } from '../../newsletter/rules.ts'
import { contrast } from '../../venue/look/contrast.ts'
import { inksOf } from '../../venue/look/inks.ts'
import { box, disc, fill, line, times } from '../../venue/look/shapes.ts'
import type { Room } from '../../venue/rules.ts'

const ink = 'var(--ink)'
const paper = 'var(--paper)'
const a = 'var(--spot-a)'
const b = 'var(--spot-b)'

/** A record, with the arm of its player. */
const record = (): string =>
  disc(222, 268, 190, ink) +
  times(5, (i) =>
    disc(222, 268, 172 - i * 22, 'none', `stroke="${paper}" stroke-width="2" opacity=".5"`),
  ) +
  disc(222, 268, 66, a) +
  disc(222, 268, 46, b) +
  disc(222, 268, 9, paper) +
  line('M432 62L404 262L332 330', paper, 26) +
  line('M432 62L404 262L332 330', ink, 13) +
  disc(432, 62, 34, b) +
  disc(432, 62, 12, ink)

/** A wine glass and a cocktail glass that touch. */
const glasses = (): string =>
  `<g transform="rotate(-9 150 240)">${fill('M70 96L214 96C226 226 196 274 142 274C88 274 58 226 70 96Z', ink)}${fill('M76 160L208 160C210 224 186 258 142 258C98 258 74 224 76 160Z', a)}${box(134, 270, 16, 128, ink)}${fill('M84 412C84 392 200 392 200 412Z', ink)}</g>` +
  `<g transform="rotate(9 330 240)">${fill('M222 108L446 108L334 246Z', ink)}${fill('M256 128L412 128L334 224Z', b)}${box(326, 236, 16, 164, ink)}${fill('M276 412C276 392 392 392 392 412Z', ink)}${disc(372, 122, 22, a)}${line('M330 190L424 60', ink, 7)}</g>` +
  line('M226 64L214 34M254 58L258 24M282 66L300 40', ink, 9)

/** Two pints. The foam of the front pint runs over. */
const pints = (): string =>
  fill('M250 110L430 110L408 436L272 436Z', b) +
  fill('M256 176L424 176L408 424L272 424Z', ink) +
  fill('M56 84L272 84L246 444L82 444Z', ink) +
  fill('M72 150L256 150L234 430L94 430Z', a) +
  disc(92, 108, 40, paper) +
  disc(146, 92, 48, paper) +
  disc(206, 100, 44, paper) +
  disc(248, 116, 32, paper) +
  box(66, 106, 196, 44, paper) +
  box(76, 120, 36, 104, paper, 18) +
  times(6, (i) => disc(128 + (i % 3) * 42, 220 + i * 34, 7, paper))

/** A pot on a flame, with a spoon. */
const pot = (): string =>
  line('M338 196L420 30', ink, 24) +
  disc(424, 30, 27, ink) +
  fill('M70 206L398 206L374 400A40 40 0 0 1 334 436L134 436A40 40 0 0 1 94 400Z', ink) +
  box(48, 190, 372, 38, b, 19) +
  box(6, 236, 76, 26, ink, 13) +
  box(386, 236, 76, 26, ink, 13) +
  line('M150 152C118 118 182 92 150 52M234 148C202 114 266 88 234 44', paper, 20) +
  disc(176, 322, 24, a) +
  disc(250, 350, 18, b) +
  disc(300, 300, 28, paper)

/** Three brushes, and what they painted. */
const brushes = (): string =>
  fill('M30 330C90 250 160 410 240 320C320 230 380 390 452 300L452 452L30 452Z', ink) +
  [
    [-22, ink, b],
    [0, paper, paper],
    [22, ink, paper],
  ]
    .map(
      ([turn, handle, tip]) =>
        `<g transform="rotate(${turn} 240 430)">${fill('M226 20C226 6 254 6 254 20L262 210L218 210Z', String(handle))}${box(214, 206, 52, 44, paper)}${box(214, 206, 52, 12, ink)}${fill('M214 250L266 250C272 310 252 326 240 366C228 326 208 310 214 250Z', String(tip))}</g>`,
    )
    .join('')

/** A projector with its beam. */
const projector = (): string =>
  fill('M300 262L480 120L480 420Z', paper) +
  disc(120, 118, 92, ink) +
  disc(262, 138, 68, ink) +
  times(5, (i) => {
    const turn = (i * 2 * Math.PI) / 5
    return (
      disc(120 + 54 * Math.cos(turn), 118 + 54 * Math.sin(turn), 19, b) +
      disc(262 + 40 * Math.cos(turn), 138 + 40 * Math.sin(turn), 13, b)
    )
  }) +
  disc(120, 118, 12, paper) +
  disc(262, 138, 9, paper) +
  box(46, 206, 262, 168, ink, 18) +
  box(292, 244, 44, 76, ink, 8) +
  disc(250, 290, 30, a) +
  box(78, 244, 108, 18, paper, 9) +
  box(78, 278, 72, 18, paper, 9) +
  line('M110 374L74 452M244 374L280 452', ink, 18)

/** A string of flags over a cake. */
const cake = (): string =>
  line('M0 40C160 110 320 110 480 40', ink, 8) +
  times(6, (i) => {
    const x = 22 + i * 78
    const y = 44 + 52 * Math.sin(((i + 0.5) / 6) * Math.PI)
    return fill(`M${x} ${y}L${x + 56} ${y}L${x + 28} ${y + 66}Z`, i % 2 ? b : a)
  }) +
  box(110, 236, 260, 90, b, 10) +
  box(60, 318, 360, 116, ink, 12) +
  times(5, (i) => disc(96 + i * 72, 330, 30, a)) +
  box(30, 428, 420, 20, ink, 10) +
  times(3, (i) => box(164 + i * 70, 176, 14, 62, ink)) +
  times(3, (i) =>
    fill(
      `M${171 + i * 70} 128C${190 + i * 70} 152 ${184 + i * 70} 170 ${171 + i * 70} 172C${158 + i * 70} 170 ${152 + i * 70} 152 ${171 + i * 70} 128Z`,
      a,
    ),
  )

/** Two people who talk, as speech bubbles over a table. */
const talk = (): string =>
  fill(
    'M24 60A28 28 0 0 1 52 32L258 32A28 28 0 0 1 286 60L286 176A28 28 0 0 1 258 204L150 204L92 262L92 204L52 204A28 28 0 0 1 24 176Z',
    b,
  ) +
  fill(
    'M212 150A28 28 0 0 1 240 122L430 122A28 28 0 0 1 458 150L458 262A28 28 0 0 1 430 290L402 290L402 346L344 290L240 290A28 28 0 0 1 212 262Z',
    ink,
  ) +
  times(3, (i) => disc(278 + i * 58, 206, 17, a)) +
  line('M70 90L240 90M70 134L190 134', paper, 14) +
  box(20, 380, 440, 26, ink, 13) +
  line('M90 400L70 470M390 400L410 470', ink, 20) +
  box(140, 322, 62, 60, a, 6) +
  line('M202 338C232 338 232 366 202 366', a, 11)

/** A long table with a lamp over it. */
const table = (): string =>
  line('M240 0L240 70', ink, 9) +
  fill('M150 150A90 90 0 0 1 330 150Z', ink) +
  fill('M150 150L330 150L452 372L28 372Z', paper, 'opacity=".8"') +
  box(10, 340, 460, 34, ink, 6) +
  line('M70 372L70 470M410 372L410 470', ink, 22) +
  times(4, (i) => disc(92 + i * 99, 306, 36, i % 2 ? b : paper, `stroke="${ink}" stroke-width="9"`))

/** The door, ajar, with light behind it. */
const door = (): string =>
  fill('M96 460L96 210A144 144 0 0 1 384 210L384 460Z', ink) +
  fill('M124 460L124 212A116 116 0 0 1 356 212L356 460Z', a) +
  fill('M124 460L124 212A116 116 0 0 1 240 96L240 460Z', b) +
  disc(218, 300, 11, paper) +
  fill('M240 460L356 460L470 480L240 480Z', a) +
  times(3, (i) => disc(290, 210 + i * 62, 15, paper))

const drawings: Record<Interest, () => string> = {
  'Private Events & Bookings': table,
  'Corporate Hospitality': table,
  'Wine Tastings & Masterclasses': glasses,
  'Cocktail Masterclasses': glasses,
  'Beer & Brewing Events': pints,
  'Cooking Classes': pot,
  'Art & Creative Workshops': brushes,
  'Film & Cinema': projector,
  'Networking Events': talk,
  'Live Music & Entertainment': record,
  'Special Occasions & Celebrations': cake,
  'Wedding & Party Catering': cake,
  'Business Meetings & Workspace': table,
}

/** The spot colour behind an event's drawing. It has enough contrast with the title, which overlaps it. */
export function eventGround(room: Room, seed: number): 'a' | 'b' {
  const { ink, spotA, spotB } = inksOf(room)
  const [isA, isB] = [spotA, spotB].map((spot) => contrast(ink, spot) >= 3)
  return isA && (!isB || seed % 2 === 1) ? 'a' : 'b'
}

/**
 * The drawing of an event as the content of an SVG element with the view box `0 0 480 480`.
 * @param seed the same for all dates of an event; it turns and moves the halftone behind the drawing
 */
export function eventArt(interest: Interest | undefined, seed: number): string {
  const [x, y, r] = [200 + (seed % 5) * 20, 200 + (seed % 3) * 40, 188 + (seed % 2) * 12]
  const dots = disc(8, 8, 5, 'currentColor')
  return `<pattern id="event-dots" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(${18 + (seed % 6) * 4})">${dots}</pattern>${disc(x, y, r, 'url(#event-dots)', 'class="halftone"')}${interest ? drawings[interest]() : door()}`
}
