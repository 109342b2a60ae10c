// Drawings for pages without pictures, in the page's colours, 480 × 400.
import { box, disc, fill, line, move, times } from '../../cms/features/venue/look/shapes.ts'

const ink = 'var(--ink)'
const paper = 'var(--paper)'
const a = 'var(--spot-a)'
const b = 'var(--spot-b)'

/** A halftone disc behind the drawing. `name` makes its pattern id unique, because the SVG is inline. */
const moon = (name: string, x: number, y: number, r: number): string =>
  `<pattern id="dots-${name}" width="15" height="15" patternUnits="userSpaceOnUse" patternTransform="rotate(24)">${disc(7.5, 7.5, 5, a)}</pattern>${disc(x, y, r, `url(#dots-${name})`)}`

const arm = (y: number, turn: number, color: string): string =>
  `<g transform="rotate(${turn} 240 ${y})">${fill(`M226 ${y - 27}L398 ${y - 27}L434 ${y}L398 ${y + 27}L226 ${y + 27}Z`, color)}${times(4, (i) => disc(270 + i * 30, y, 6, paper))}</g>`

/** A signpost with four arms in different directions. */
const signpost = (): string =>
  moon('lost', 250, 190, 178) +
  box(229, 20, 22, 380, ink) +
  disc(240, 20, 20, b) +
  arm(78, -8, b) +
  arm(150, 187, ink) +
  arm(222, 14, a) +
  arm(290, 164, b) +
  fill('M120 400C150 362 330 362 360 400Z', ink)

/** A plug beside its socket. */
const plug = (): string =>
  moon('plug', 285, 190, 175) +
  line('M0 330C70 330 60 210 118 210', ink, 16) +
  fill('M112 160L186 160A50 50 0 0 1 186 260L112 260Z', b) +
  line('M212 186L262 186M212 234L262 234', ink, 14) +
  box(318, 108, 130, 204, ink, 14) +
  fill(
    'M318 172L352 172A14 14 0 0 1 352 200L318 200ZM318 220L352 220A14 14 0 0 1 352 248L318 248Z',
    paper,
  ) +
  line('M286 128L272 100M300 140L304 106M286 292L272 320M300 280L304 314', b, 9)

/** A padlock. Its keyhole is an arch, with dots in the pattern of the gesture that opens the members' room. */
const padlock = (): string =>
  moon('lock', 240, 200, 185) +
  line('M158 210L158 130A82 82 0 0 1 322 130L322 210', ink, 40) +
  box(108, 186, 264, 206, b, 18) +
  fill('M196 392L196 296A44 44 0 0 1 284 296L284 392Z', ink) +
  [
    [214, 300],
    [232, 298],
    [250, 296],
    [262, 312],
    [266, 330],
    [270, 348],
  ]
    .map(([x = 0, y = 0]) => disc(x, y, 6.5, paper))
    .join('')

/** A roller that prints doors. */
const roller = (): string => {
  const door = (x: number) =>
    move(
      x,
      262,
      fill(
        'M0 130L0 46A40 40 0 0 1 80 46L80 130ZM22 130L22 50A18 18 0 0 1 58 50L58 130Z',
        ink,
        'fill-rule="evenodd"',
      ),
    )
  return (
    moon('roll', 300, 170, 170) +
    box(0, 236, 330, 164, b) +
    door(24) +
    door(128) +
    door(232) +
    box(226, 126, 232, 108, ink, 16) +
    times(7, (i) => box(246 + i * 29, 126, 12, 108, a)) +
    line('M458 180L474 180L474 84L342 84L342 62', ink, 13) +
    box(318, 0, 48, 66, b, 10)
  )
}

/** A covered dish. Its steam has the shape of the secret gesture. */
const cloche = (): string =>
  moon('dish', 240, 216, 180) +
  [
    [150, 62],
    [196, 52],
    [242, 44],
    [288, 36],
    [302, 72],
    [314, 108],
  ]
    .map(([x = 0, y = 0]) => disc(x, y, 13, b))
    .join('') +
  disc(240, 138, 20, ink) +
  fill('M70 322A170 170 0 0 1 410 322Z', a) +
  line('M118 290A132 132 0 0 1 196 194', paper, 13) +
  box(28, 322, 424, 26, ink, 13) +
  fill('M110 348L370 348L338 384L142 384Z', b)

/** A pile of letters. The postmark of the top letter is the secret gesture. */
const post = (): string => {
  const turned = (turn: number, drawing: string) =>
    `<g transform="rotate(${turn} 240 245)">${drawing}</g>`
  return (
    moon('post', 290, 178, 176) +
    turned(-14, box(64, 126, 352, 226, ink, 14)) +
    turned(10, box(64, 126, 352, 226, b, 14)) +
    turned(
      -3,
      box(52, 120, 376, 244, ink, 14) +
        box(65, 133, 350, 218, paper, 4) +
        box(318, 152, 78, 92, a) +
        fill('M334 244L334 198A23 23 0 0 1 380 198L380 244Z', ink) +
        [
          [198, 184],
          [226, 180],
          [254, 176],
          [282, 172],
          [292, 200],
          [300, 228],
        ]
          .map(([x = 0, y = 0]) => disc(x, y, 9, ink))
          .join('') +
        line('M94 254L290 254M94 288L262 288M94 322L214 322', ink, 12),
    )
  )
}

/** A jar of pennies in two colours. One more penny falls into it. */
const jar = (): string => {
  const penny = (x: number, y: number, color: string) =>
    disc(x, y, 27, color) + disc(x, y, 16, 'none', `stroke="${ink}" stroke-width="5"`)
  return (
    moon('pot', 250, 214, 184) +
    fill(
      'M110 128C88 150 78 176 78 208L78 352A44 44 0 0 0 122 396L358 396A44 44 0 0 0 402 352L402 208C402 176 392 150 370 128Z',
      ink,
    ) +
    fill(
      'M124 146C106 164 98 184 98 210L98 350A26 26 0 0 0 124 376L356 376A26 26 0 0 0 382 350L382 210C382 184 374 164 356 146Z',
      paper,
    ) +
    [
      [134, 346, b],
      [194, 348, a],
      [254, 346, b],
      [314, 348, a],
      [350, 320, b],
      [164, 300, a],
      [226, 298, b],
      [286, 302, a],
      [132, 262, b],
      [196, 252, a],
      [330, 268, b],
      [262, 256, a],
    ]
      .map(([x, y, color]) => penny(Number(x), Number(y), String(color)))
      .join('') +
    box(96, 96, 288, 40, ink, 12) +
    box(196, 106, 88, 18, paper, 9) +
    penny(240, 58, b) +
    line('M203 34L190 20M240 22L240 6M277 34L290 20', ink, 8)
  )
}

const drawings = {
  'common-good': jar,
  letters: post,
  'not-found': signpost,
  offline: plug,
  privacy: padlock,
  branding: roller,
  secretkitchens: cloche,
} satisfies Record<string, () => string>

/** The drawing of a page as the content of an SVG element; undefined if the page has no drawing. */
export const pageDrawingOf = (page: string): string | undefined =>
  Object.hasOwn(drawings, page) ? drawings[page as keyof typeof drawings]() : undefined
