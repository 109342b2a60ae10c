// Community: the allotment, the choir and the repair cafe.

import type { HairCut } from './heads.ts'
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
  oval,
  over,
  type Press,
  type Scene,
  sheet,
  times,
} from './press.ts'

const green = '#2f6b4f'
const lilac = '#b9a3dc'
const dark = '#1c2a22'
const paper = '#efeae0'
const corn = '#f0b64a'
const rust = '#c9593b'
const moss = '#86a96b'

const flower = (x: number, y: number, s: number, c = corn): string =>
  move(
    x,
    y,
    line('M0 0Q-10 150 0 330', dark, 16) +
      fill('M0 200Q-80 130-100 190Q-60 240 0 220ZM0 150Q80 80 104 140Q70 200 0 180Z', moss) +
      times(12, (i) => oval(0, -58, 18, 40, c, `transform="rotate(${i * 30})"`)) +
      disc(0, 0, 44, '#5b3524'),
    s,
  )
const cabbage = (x: number, y: number, s: number): string =>
  move(
    x,
    y,
    disc(-34, 0, 40, moss) +
      disc(34, 0, 40, moss) +
      disc(0, -20, 46, '#a9c48e') +
      line('M0-50Q-6-20 0 20M-40-10Q-20 0-10 20M40-10Q20 0 10 20', green, 6),
    s,
  )

const allotment = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1600, 1200, lilac) +
    disc(1080, 330, 260, corn) +
    halftone(0, 0, 1600, 560, paper, {
      pitch: 30,
      angle: 24,
      from: [0, 580],
      to: [0, 60],
      max: 0.5,
    })
  o += fill(
    'M0 520L0 330L120 240L240 330L240 520ZM300 520L300 380L380 320L460 380L460 520ZM1300 520L1300 300L1440 200L1600 320L1600 520Z',
    '#6f5aa0',
  )
  // rows running to the horizon
  o += fill('M0 500Q800 430 1600 500L1600 1200L0 1200Z', green)
  o += times(9, (i) =>
    fill(
      `M${680 + i * 30} 470L${700 + i * 30} 470L${-760 + i * 400} 1200L${-940 + i * 400} 1200Z`,
      i % 2 ? '#5b3524' : mix(green, dark, 0.4),
    ),
  )
  o += p.tone('M0 500Q800 430 1600 500L1600 1200L0 1200Z', 0, 470, 1600, 730, dark, {
    pitch: 30,
    angle: 14,
    from: [0, 1240],
    to: [0, 700],
    max: 0.42,
  })
  o +=
    flower(90, 480, 1.25) +
    flower(1500, 470, 1.3) +
    flower(1400, 560, 1) +
    flower(190, 590, 0.9, rust)
  // digging, carrying, watering
  o += person(350, 520, 1.75, {
    skin: t.skins[3]!,
    cut: 'cap',
    hair: corn,
    mood: 'smile',
    beard: true,
    top: rust,
    print: p.cloth('check', '#a8432a', 36),
    low: dark,
    tilt: 10,
    headAt: [16, -56],
    hip: [-20, 184],
    legs: [
      { k: [-60, 300], f: [-90, 352] },
      { k: [50, 280], f: [56, 350] },
    ],
    shoe: corn,
    left: { e: [-60, 130], h: [60, 176], hand: 'fist', behind: true },
    right: {
      e: [90, 90],
      h: [118, 20],
      hand: 'fist',
      turn: 30,
      hold:
        line('M126 0L70 340', '#d9b98a', 16) +
        fill('M40 320L104 330L84 420Q56 420 40 400Z', '#8d97a8') +
        line('M104-6L150 6', dark, 16),
    },
  })
  o += person(750, 490, 1.85, {
    skin: t.skins[1]!,
    view: 'front',
    cut: 'bun',
    hair: '#1b1618',
    mood: 'laugh',
    top: paper,
    print: p.cloth('hoop', lilac, 36),
    low: '#4a3a78',
    legs: [
      { k: [-26, 300], f: [-34, 360], toe: -1 },
      { k: [30, 300], f: [36, 360] },
    ],
    shoe: rust,
    left: { e: [-106, 120], h: [-62, 170], hand: 'flat', behind: true },
    right: { e: [106, 120], h: [62, 170], behind: true },
  })
  o +=
    move(
      750,
      840,
      fill('M-150-80L150-80L126 60L-126 60Z', '#d9a566') +
        times(4, (i) =>
          line(`M${-146 + i * 4} ${-50 + i * 32}L${146 - i * 4} ${-50 + i * 32}`, '#a9713a', 8),
        ),
    ) +
    cabbage(670, 740, 0.95) +
    cabbage(830, 740, 0.95) +
    disc(750, 744, 46, rust) +
    fill('M740 706Q720 660 700 650Q740 660 750 690Q770 650 800 650Q770 670 762 706Z', green) +
    hand(630, 816, 1.25, 12, t.skins[1]!, 'hold') +
    hand(870, 816, 1.25, 168, t.skins[1]!, 'hold', true)
  o += person(
    1340,
    520,
    1.75,
    {
      skin: t.skins[4]!,
      cut: 'scarf',
      hair: lilac,
      mood: 'smile',
      top: corn,
      low: dark,
      legs: [
        { k: [-40, 300], f: [-50, 352] },
        { k: [30, 300], f: [40, 352] },
      ],
      shoe: rust,
      headAt: [12, -58],
      left: { e: [-50, 130], h: [80, 150], behind: true },
      right: { e: [70, 130], h: [150, 130], hand: 'fist' },
    },
    true,
  )
  o += move(
    1106,
    800,
    fill('M-60-60L70-60L80 60L-70 60Z', '#6f5aa0') +
      line('M-64 10L-150-50', '#6f5aa0', 24) +
      fill('M-132-92L-186-36L-168-18L-112-62Z', '#6f5aa0') +
      line('M-40-60Q0-140 60-60', dark, 14) +
      line('M-190-10L-210 60M-166 4L-180 74M-210-30L-240 30', paper, 8),
    0.95,
  )
  o +=
    times(5, (i) => cabbage(120 + i * 350, 1110 + (i % 2) * 20, 1.7)) +
    times(4, (i) => cabbage(300 + i * 340, 1000, 1.1))
  return o
}

const choir = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1500, green) +
    disc(600, 420, 560, corn) +
    halftone(40, 0, 1120, 980, rust, {
      pitch: 30,
      angle: 24,
      from: [600, 1000],
      to: [600, 200],
      max: 0.5,
    })
  o += over(times(9, (i) => line(`M600 1500L${i * 150} -40`, lilac, 26)))
  const cuts: HairCut[] = [
    'afro',
    'short',
    'bob',
    'curly',
    'cap',
    'bun',
    'scarf',
    'quiff',
    'bald',
    'long',
    'beanie',
    'curly',
  ]
  const tops = [lilac, rust, paper, dark, corn, '#6f5aa0']
  const row = (y: number, s: number, xs: number[], k: number) =>
    xs
      .map((x, i) => {
        const q = k + i
        const c = cuts[(q * 5) % 12]!
        return person(x, y, s, {
          skin: t.skins[(q * 2 + 1) % 5]!,
          view: q % 4 === 2 ? 'side' : 'front',
          faceLeft: x > 600,
          cut: c,
          hair:
            c === 'scarf' || c === 'cap' || c === 'beanie'
              ? tops[(q + 3) % 6]!
              : q % 3 === 1
                ? '#7b3418'
                : c === 'bald'
                  ? '#d9d2c4'
                  : '#1b1618',
          mood: 'sing',
          beard: q % 5 === 3 || c === 'bald',
          glasses: q % 6 === 4 ? dark : undefined,
          tilt: (((q * 7) % 5) - 2) * 4,
          top: tops[(q * 5 + 1) % 6]!,
          ring: c === 'afro' || c === 'bun' ? corn : undefined,
          hip: [0, 260],
          print: q % 3 === 0 ? p.cloth('hoop', tops[(q * 5 + 3) % 6]!, 34) : undefined,
        })
      })
      .join('')
  o +=
    row(470, 1.62, [170, 430, 720, 1010], 0) +
    row(740, 1.85, [60, 330, 600, 870, 1150], 4) +
    row(1040, 2.05, [170, 470, 780, 1080], 9)
  // song sheets and conducting hands
  o += times(
    3,
    (i) =>
      move(
        260 + i * 350,
        1300,
        fill('M-120-90L0-60L120-90L120 90L0 120L-120 90Z', paper) +
          line('M0-60L0 118', dark, 6) +
          times(3, (k) =>
            line(
              `M-96 ${-50 + k * 40}L-24 ${-32 + k * 40}M24 ${-32 + k * 40}L96 ${-50 + k * 40}`,
              green,
              8,
            ),
          ),
        1,
        (i - 1) * 4,
      ) +
      hand(120 + i * 350, 1370, 1.6, -30, t.skins[(i * 2 + 2) % 5]!, 'hold') +
      hand(400 + i * 350, 1370, 1.6, -150, t.skins[(i * 2 + 2) % 5]!, 'hold', true),
  )
  o += fill('M0 1500L0 1430Q600 1380 1200 1430L1200 1500Z', dark)
  return o
}

const bike = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1200, lilac) +
    disc(600, 690, 420, paper) +
    halftone(160, 250, 880, 880, lilac, {
      pitch: 28,
      angle: 20,
      from: [400, 1140],
      to: [760, 300],
      max: 0.5,
    })
  // the tool board
  const tool = '#8f75bf'
  o +=
    box(60, 90, 1080, 14, tool) +
    times(
      6,
      (i) =>
        line(`M${150 + i * 180} 100L${150 + i * 180} 190`, tool, 16) +
        (i % 3 === 0
          ? disc(150 + i * 180, 216, 34, tool) + disc(150 + i * 180, 216, 15, lilac)
          : i % 3 === 1
            ? box(108 + i * 180, 180, 84, 34, tool, 6)
            : fill(
                `M${128 + i * 180} 180L${172 + i * 180} 180L${158 + i * 180} 260L${142 + i * 180} 260Z`,
                tool,
              )),
    )
  // two menders either side of an upturned wheel
  o += person(220, 480, 2.35, {
    skin: t.skins[2]!,
    cut: 'curly',
    hair: '#1b1618',
    mood: 'smile',
    glasses: dark,
    top: green,
    print: p.cloth('check', mix(green, dark, 0.35), 40),
    headAt: [14, -58],
    tilt: 8,
    apron: corn,
    hip: [-10, 275],
  })
  o += person(
    980,
    480,
    2.35,
    {
      skin: t.skins[0]!,
      cut: 'bald',
      hair: '#d9d2c4',
      beard: true,
      mood: 'laugh',
      top: rust,
      collar: paper,
      headAt: [12, -58],
      tilt: 8,
      hip: [-10, 275],
    },
    true,
  )
  o +=
    `<g fill="none" stroke="${dark}" stroke-width="36"><circle cx="600" cy="720" r="300"/></g><g fill="none" stroke="${rust}" stroke-width="12"><circle cx="600" cy="720" r="272"/></g>` +
    times(12, (i) =>
      line(
        `M600 720L${(600 + Math.cos(i * 0.5236) * 268).toFixed(0)} ${(720 + Math.sin(i * 0.5236) * 268).toFixed(0)}`,
        dark,
        6,
      ),
    ) +
    disc(600, 720, 46, dark) +
    disc(600, 720, 20, corn)
  o +=
    line('M600 720L520 1130M600 720L680 1130', green, 34) +
    box(0, 1100, 1200, 100, dark) +
    box(0, 1092, 1200, 16, corn)
  o +=
    limb([300, 600, 240, 920, 410, 890], [120, 104, 64], t.skins[2]!) +
    limb([300, 600, 240, 920, 326, 906], [134, 122, 92], green) +
    hand(410, 890, 2, -20, t.skins[2]!, 'hold')
  o +=
    limb([900, 600, 980, 890, 800, 800], [120, 104, 64], t.skins[0]!) +
    limb([900, 600, 980, 890, 890, 846], [134, 122, 92], mix(rust, dark, 0.25)) +
    move(
      800,
      800,
      line('M0 0L-150-62', '#7f8fb0', 26) +
        fill('M-130-84L-196-96L-176-70L-204-50L-150-38Z', '#7f8fb0'),
    ) +
    hand(812, 804, 2, 200, t.skins[0]!, 'fist', true)
  o +=
    box(120, 1040, 150, 56, rust, 8) +
    line('M150 1040Q195 980 240 1040', dark, 14) +
    oval(980, 1082, 80, 20, dark) +
    oval(980, 1074, 80, 20, '#7f8fb0') +
    line('M930 1066Q980 1050 1030 1066', paper, 6)
  return o
}

export const scenes: Scene[] = [
  sheet(
    'community',
    1,
    [47, 42],
    'Three neighbours on the allotment: one digs, one carries a crate of cabbages, one waters.',
    allotment,
  ),
  sheet(
    'community',
    2,
    [50, 45],
    'A choir of thirteen in three rows, all singing with their song sheets up.',
    choir,
  ),
  sheet('community', 3, [50, 50], 'Two people mend a bicycle wheel together at a workbench.', bike),
]
