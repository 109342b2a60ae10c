// Cocktails: low light, two colours on black, a bartender with a shaker.

import { head } from './heads.ts'
import { hand, person } from './people.ts'
import {
  box,
  disc,
  fill,
  halftone,
  limb,
  line,
  mix,
  move,
  type Press,
  type Scene,
  sheet,
  times,
} from './press.ts'
import { coupe } from './things.ts'

const blush = '#e0567a'
const mint = '#7fc9a8'
const cream = '#f2e6d8'
const deep = '#3a1424'
const amber = '#e3a85c'
const smoke = '#6b605c'

const slice = (x: number, y: number, r: number, c: string, rot = 0): string =>
  move(
    x,
    y,
    disc(0, 0, r, c) +
      disc(0, 0, r * 0.84, cream) +
      times(8, (i) =>
        fill(
          `M0 ${-r * 0.1}L${-r * 0.24} ${-r * 0.66}Q0 ${-r * 0.84} ${r * 0.24} ${-r * 0.66}Z`,
          c,
          `transform="rotate(${i * 45})"`,
        ),
      ),
    1,
    rot,
  )
const bottle = (x: number, y: number, h: number, c: string, label: string): string =>
  fill(
    `M${x - 26} ${y}L${x - 26} ${y - h * 0.6}Q${x - 24} ${y - h * 0.7} ${x - 10} ${y - h * 0.74}L${x - 10} ${y - h}L${x + 10} ${y - h}L${x + 10} ${y - h * 0.74}Q${x + 24} ${y - h * 0.7} ${x + 26} ${y - h * 0.6}L${x + 26} ${y}Z`,
    c,
  ) + box(x - 26, y - h * 0.46, 52, h * 0.26, label)

const bar = (p: Press): string => {
  const { t } = p
  let o = box(0, 0, 1600, 1200, t.paper)
  o +=
    disc(800, 430, 430, t.a) +
    halftone(330, -40, 940, 900, blush, { pitch: 28, angle: 24, spot: [800, 330, 430], max: 0.46 })
  // shelves
  const inks = [mint, t.a, cream, '#356d63', amber, blush]
  for (const [k, y] of [250, 480, 710].entries()) {
    o += box(0, y, 430, 14, cream) + box(1170, y, 430, 14, cream)
    o += times(
      6,
      (i) =>
        bottle(
          50 + i * 70,
          y,
          130 + ((i * 37 + k * 53) % 60),
          inks[(i + k * 2) % 6]!,
          i % 2 ? t.paper : cream,
        ) +
        bottle(
          1210 + i * 70,
          y,
          130 + ((i * 53 + k * 31) % 60),
          inks[(i * 5 + k + 3) % 6]!,
          i % 2 ? cream : t.paper,
        ),
    )
  }
  // the shake
  o += person(760, 440, 2.3, {
    skin: t.skins[1]!,
    view: 'front',
    cut: 'quiff',
    hair: '#120d0f',
    mood: 'smile',
    beard: true,
    top: cream,
    collar: t.paper,
    apron: '#356d63',
    girth: 1.05,
    tilt: -6,
    left: { e: [-96, 140], h: [58, 16], hand: 'hold', turn: -30 },
    right: { e: [142, 70], h: [136, -80], hand: 'hold', turn: -140, thumb: 'down' },
  })
  const tin =
    fill('M-54 120L-38-60L38-60L54 120Q0 140-54 120Z', mint) +
    fill('M-38-60L-30-130L30-130L38-60Z', cream) +
    box(-20, -152, 40, 26, cream, 8) +
    fill('M-54 120L-38-60L-14-60L-20 130Z', '#356d63') +
    line('M-46 30Q0 44 46 30', '#356d63', 8)
  o +=
    move(984, 366, tin, 1.3, 36) +
    hand(884, 486, 1.75, -24, t.skins[1]!, 'hold') +
    hand(1076, 262, 1.75, 164, t.skins[1]!, 'hold')
  o += line('M930 190L908 136M1000 150L1004 90M1090 420L1146 444M1060 500L1106 544', cream, 14)
  // the bar and its people
  o += box(0, 830, 1600, 370, deep)
  o +=
    halftone(0, 850, 1600, 350, t.a, {
      pitch: 30,
      angle: 18,
      from: [800, 820],
      to: [800, 1180],
      max: 0.5,
    }) + box(0, 812, 1600, 40, mint)
  o +=
    move(640, 826, coupe(cream, blush, 0.95)) +
    slice(692, 690, 30, amber) +
    move(970, 826, coupe(cream, mint, 0.95))
  o += person(220, 830, 1.95, {
    skin: t.skins[3]!,
    cut: 'afro',
    hair: '#120d0f',
    mood: 'laugh',
    ring: mint,
    top: blush,
    right: {
      e: [110, 110],
      h: [170, 0],
      hand: 'hold',
      turn: -50,
      hold: move(190, 40, coupe(cream, mint, 0.62)),
    },
  })
  o += person(
    1380,
    830,
    1.95,
    {
      skin: t.skins[0]!,
      cut: 'bob',
      hair: t.a,
      mood: 'smile',
      glasses: t.paper,
      top: mint,
      right: {
        e: [100, 120],
        h: [150, 10],
        hand: 'hold',
        turn: -60,
        hold: move(168, 50, coupe(cream, blush, 0.62)),
      },
    },
    true,
  )
  return o
}

const sip = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1500, t.a) +
    disc(840, 420, 330, amber) +
    halftone(0, 0, 1200, 1500, t.paper, {
      pitch: 32,
      angle: 30,
      from: [0, 1500],
      to: [900, 300],
      max: 0.6,
    })
  o +=
    fill('M0 1500L0 1010Q120 900 330 880L520 880Q760 930 800 1500Z', t.paper) +
    fill('M0 1500L0 1010Q120 900 330 880L520 880Q760 930 800 1500Z', p.cloth('diamond', deep, 74))
  o +=
    limb([440, 930, 400, 700], [230, 200], mix(t.skins[2]!, '#5a1a20', 0.4)) +
    line('M318 850Q440 930 560 860', amber, 30, 'stroke-dasharray="2 40"')
  o += head(440, 480, 5.6, {
    skin: t.skins[2]!,
    cut: 'bob',
    hair: '#120d0f',
    mood: 'down',
    ring: amber,
    blush,
    shade: '#7d3a44',
    tilt: -6,
  })
  o +=
    fill('M662 634L1072 634Q1052 850 868 862Q684 850 662 634Z', mix(t.paper, cream, 0.3)) +
    fill('M678 668L1056 668Q1030 836 868 846Q706 836 678 668Z', mint) +
    line('M662 634L1072 634', cream, 14) +
    line('M868 862L868 1290', smoke, 22) +
    fill('M700 1312Q868 1230 1036 1312Z', smoke) +
    slice(1040, 610, 96, amber, 12)
  o += p.tone(
    'M678 668L1056 668Q1030 836 868 846Q706 836 678 668Z',
    680,
    660,
    380,
    200,
    '#356d63',
    { pitch: 24, from: [860, 880], to: [860, 660], max: 0.5 },
  )
  o +=
    limb([700, 1500, 1010, 1330, 990, 1080], [190, 150, 92], '#1b1517') +
    hand(992, 1090, 2.7, 232, t.skins[2]!, 'hold', true) +
    line('M936 1146L1040 1132', amber, 26)
  return o
}

const clink = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1200, t.paper) +
    disc(600, 560, 450, '#245048') +
    halftone(140, 100, 920, 920, mint, { pitch: 28, angle: 30, spot: [600, 470, 440], max: 0.44 })
  o += times(8, (i) =>
    fill(
      'M-12 -330L12 -330L4 -440L-4 -440Z',
      cream,
      `transform="translate(600 480) rotate(${i * 30 - 105})"`,
    ),
  )
  const glass = (drink: string) =>
    fill('M-170-380L170-380Q156-216 0-206Q-156-216-170-380Z', mix('#245048', cream, 0.55)) +
    fill('M-156-340L156-340Q138-226 0-220Q-138-226-156-340Z', drink) +
    line('M-170-380L170-380', cream, 12) +
    line('M0-206L0 120', cream, 20) +
    fill('M-120 140Q0 80 120 140Z', cream)
  o += move(440, 720, glass(blush), 1, 14) + move(770, 720, glass(amber), 1, -14)
  o += slice(300, 300, 92, amber, 10) + slice(905, 296, 80, blush, 30)
  o += line('M604 300C660 210 540 180 600 100C650 30 560 20 610 -40', amber, 34)
  o +=
    limb([-80, 1120, 200, 1000, 416, 800], [210, 190, 110], blush) +
    hand(404, 812, 3, -48, t.skins[4]!, 'hold') +
    line('M338 820L420 898', cream, 26) +
    limb([1280, 1120, 1000, 1000, 792, 800], [210, 190, 110], cream) +
    limb([1280, 1120, 1040, 1016], [214, 194], amber) +
    hand(806, 812, 3, 228, t.skins[0]!, 'hold', true)
  o += disc(860, 868, 26, mint) + fill('M0 1200L0 1110Q600 1060 1200 1110L1200 1200Z', t.a)
  return o
}

export const scenes: Scene[] = [
  sheet(
    'cocktails',
    1,
    [50, 40],
    'A bartender shakes a tin over a dark bar while two guests raise their glasses.',
    bar,
  ),
  sheet(
    'cocktails',
    2,
    [52, 42],
    'A woman in profile closes her eyes and sips a green drink with a slice of orange.',
    sip,
  ),
  sheet(
    'cocktails',
    3,
    [50, 48],
    'Two hands touch coupe glasses together under falling citrus.',
    clink,
  ),
]
