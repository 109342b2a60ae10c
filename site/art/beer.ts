// Beer: the toast, the pull and the pint. Foam is almost as pale as the paper, so it is drawn on a colour.

import { castMember, hand, person } from './people.ts'
import {
  box,
  disc,
  fill,
  halftone,
  limb,
  line,
  move,
  oval,
  over,
  type Press,
  type Pt,
  type Scene,
  sheet,
  times,
} from './press.ts'
import { pint } from './things.ts'

const foam = '#fff7e2'
const gold = '#e8a11c'
const navy = '#28344f'
const brick = '#b8472c'
const clothes = ['#f4e7c8', gold, '#4c6a86', brick, '#1f2430']

const toast = (p: Press): string => {
  const { t } = p
  let o = box(0, 0, 1600, 1200, gold)
  o += times(22, (i) => {
    const a = (i * Math.PI) / 11
    return fill(
      `M800 330L${(800 + Math.cos(a) * 1500).toFixed(0)} ${(330 + Math.sin(a) * 1500).toFixed(0)}L${(800 + Math.cos(a + 0.14) * 1500).toFixed(0)} ${(330 + Math.sin(a + 0.14) * 1500).toFixed(0)}Z`,
      '#f2b943',
    )
  })
  o += over(
    halftone(0, 500, 1600, 700, '#d9792a', {
      pitch: 32,
      angle: 22,
      from: [800, 1250],
      to: [800, 500],
      max: 0.6,
    }),
  )
  const P = (i: number, x: number, y: number, s: number, overrides: object, flip = false) =>
    person(x, y, s, { ...castMember(i, t.skins, clothes), ...overrides }, flip)
  // back row
  o += P(7, 490, 640, 1.75, {
    hip: [0, 300],
    cut: 'scarf',
    hair: '#4c6a86',
    view: 'front',
    mood: 'laugh',
    top: '#1f2430',
  })
  o += P(6, 1110, 630, 1.75, {
    hip: [0, 300],
    cut: 'quiff',
    hair: '#1b1618',
    skin: t.skins[1]!,
    view: 'front',
    mood: 'smile',
    beard: true,
    top: t.paper,
    print: p.cloth('check', '#4c6a86', 40),
  })
  // front row
  o += P(4, 790, 760, 2.15, {
    view: 'front',
    cut: 'afro',
    skin: t.skins[4]!,
    hair: '#1b1618',
    mood: 'laugh',
    top: brick,
    ring: gold,
    tilt: -5,
  })
  o += P(1, 240, 760, 2.2, {
    hip: [0, 200],
    cut: 'curly',
    hair: '#8a3b1c',
    skin: t.skins[0]!,
    beard: true,
    mood: 'laugh',
    top: navy,
    print: p.cloth('hoop', '#4c6a86', 40),
    tilt: -12,
  })
  o += P(
    9,
    1330,
    760,
    2.2,
    {
      cut: 'bun',
      hair: '#1b1618',
      skin: t.skins[2]!,
      mood: 'laugh',
      top: t.paper,
      glasses: '#1f2430',
      tilt: -12,
    },
    true,
  )
  // five arms that meet above the middle
  const up = (
    from: Pt,
    elbow: Pt,
    to: Pt,
    skin: string,
    sleeve: string,
    beer: string,
    lean: number,
    s: number,
    short = false,
  ): string => {
    const cuff: Pt = short
      ? [(from[0] + elbow[0]) / 2, (from[1] + elbow[1]) / 2]
      : [elbow[0] + (to[0] - elbow[0]) * 0.62, elbow[1] + (to[1] - elbow[1]) * 0.62]
    const left = to[0] < 800
    return (
      limb([...from, ...elbow, ...to], [86, 76, 54], skin) +
      (short
        ? limb([...from, ...cuff], [100, 104], sleeve)
        : limb([...from, ...elbow, ...cuff], [100, 92, 74], sleeve)) +
      move(to[0] + (left ? 62 : -62), to[1] + 64, pint(beer, foam, s, '#1f2430'), 1, lean) +
      hand(to[0], to[1], 1.7, left ? -14 : 194, skin, 'hold', !left)
    )
  }
  o +=
    up([570, 720], [660, 560], [590, 330], t.skins[2]!, '#1f2430', '#8a4a1a', -6, 1.35) +
    up([1010, 720], [950, 540], [1012, 330], t.skins[1]!, t.paper, '#f6cf62', 6, 1.35)
  o += up([860, 850], [980, 620], [872, 400], t.skins[4]!, brick, '#8a4a1a', 4, 1.5, true)
  o +=
    up([340, 850], [600, 730], [664, 440], t.skins[0]!, navy, '#f6cf62', 8, 1.55) +
    up([1230, 860], [1090, 730], [984, 470], t.skins[2]!, t.paper, '#c9741f', -10, 1.55)
  o += line(
    'M730 120L712 50M800 100L800 20M872 120L892 50M650 160L610 104M950 160L990 104',
    t.paper,
    16,
  )
  o += disc(742, 190, 12, foam) + disc(860, 180, 16, foam) + disc(802, 150, 9, foam)
  o += box(0, 1110, 1600, 90, navy) + box(0, 1100, 1600, 16, '#1f2430')
  return o
}

const big = (p: Press): string => {
  const { t } = p
  const glass = 'M330 420L910 420L846 1320Q840 1360 800 1360L440 1360Q400 1360 394 1320Z'
  let o =
    box(0, 0, 1200, 1500, navy) +
    disc(620, 760, 560, '#4c6a86') +
    halftone(40, 180, 1160, 1160, navy, {
      pitch: 32,
      angle: 22,
      from: [200, 1300],
      to: [900, 300],
      max: 0.62,
    })
  // two drinkers behind the glass
  o += person(170, 860, 2.5, {
    skin: t.skins[3]!,
    cut: 'cap',
    hair: brick,
    mood: 'laugh',
    beard: true,
    top: t.paper,
    print: p.cloth('stripe', brick, 34),
  })
  o += person(
    1050,
    860,
    2.5,
    { skin: t.skins[1]!, cut: 'bob', hair: '#1f2430', mood: 'smile', top: brick, ring: gold },
    true,
  )
  o += box(0, 1330, 1200, 170, brick) + box(0, 1322, 1200, 20, '#1f2430')
  o += oval(620, 1364, 330, 28, '#1f2430')
  o +=
    fill(glass, gold) +
    p.clip(
      `<path d="${glass}"/>`,
      fill('M330 420L470 420L500 1360L394 1360Z', '#f6cf62') +
        halftone(320, 420, 600, 950, '#b5651a', {
          pitch: 30,
          angle: 22,
          from: [980, 1360],
          to: [430, 700],
          max: 0.6,
        }) +
        fill('M394 1250L860 1250L846 1370L394 1370Z', '#c9741f') +
        times(9, (i) => disc(470 + ((i * 137) % 330), 1180 - i * 66, 10 + (i % 3) * 6, foam)),
    )
  o += fill(
    'M300 440C230 420 240 300 330 300C330 210 450 190 500 240C540 160 690 160 720 236C790 190 900 230 890 310C990 310 1000 430 930 446C930 500 880 500 870 452C800 480 780 560 760 640C750 690 700 690 696 640C690 560 660 480 600 470C500 480 440 460 400 460C350 470 330 470 300 440Z',
    foam,
  )
  o += line(
    'M400 330Q440 290 490 320M600 280Q650 250 700 300M800 340Q840 330 850 370',
    '#e6cf9a',
    12,
  )
  o +=
    limb([1300, 1500, 1240, 1180, 900, 1000], [260, 230, 140], '#1f2430') +
    hand(930, 1010, 3.9, 190, t.skins[0]!, 'hold', true) +
    line('M1010 940L1000 1090', gold, 34)
  return o
}

const taps = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1200, '#4c6a86') +
    halftone(0, 0, 1200, 800, navy, {
      pitch: 30,
      angle: 30,
      from: [0, 0],
      to: [1000, 800],
      max: 0.6,
    }) +
    disc(226, 250, 236, gold)
  o += person(206, 390, 2.35, {
    hip: [0, 260],
    skin: t.skins[2]!,
    cut: 'beanie',
    hair: brick,
    mood: 'smile',
    beard: true,
    top: t.paper,
    print: p.cloth('check', '#d9c79a', 36),
    apron: '#1f2430',
  })
  o += person(
    968,
    410,
    2.2,
    {
      skin: t.skins[0]!,
      cut: 'curly',
      hair: '#8a3b1c',
      mood: 'laugh',
      glasses: '#1f2430',
      top: t.paper,
      print: p.cloth('hoop', brick, 40),
      ring: gold,
      hip: [0, 330],
    },
    true,
  )
  // the rail of taps
  o += box(0, 640, 1200, 76, '#1f2430') + box(0, 640, 1200, 14, gold)
  const tapInk = [brick, foam, gold, '#6d8a5a', brick]
  o += times(5, (i) => {
    const x = 90 + i * 246
    const tip = i === 2 ? 20 : 0
    return (
      box(x - 16, 560, 32, 90, gold) +
      move(
        x,
        570,
        fill('M-20 0L-36-190Q0-226 36-190L20 0Z', tapInk[i]!) +
          disc(0, -140, 22, i === 1 ? brick : '#1f2430'),
        1,
        tip,
      ) +
      fill(`M${x - 26} 716L${x + 26} 716L${x + 14} 790L${x - 14} 790Z`, gold)
    )
  })
  const x = 582
  o +=
    limb([322, 480, 450, 660, 586, 500], [120, 100, 66], t.skins[2]!) +
    limb([322, 480, 450, 660, 516, 586], [134, 118, 100], t.paper) +
    hand(588, 506, 1.9, -44, t.skins[2]!, 'fist')
  o +=
    box(x - 10, 780, 20, 160, '#f6cf62') +
    move(x, 1110, pint(gold, foam, 2.1, '#1f2430'), 1, 0) +
    move(90, 1120, pint('#8a4a1a', foam, 1.9, '#1f2430')) +
    move(828, 1120, pint('#8a4a1a', foam, 1.9, '#1f2430')) +
    move(336, 1120, pint('#f6cf62', foam, 1.9, '#1f2430')) +
    move(1074, 1120, pint('#c9741f', foam, 1.9, '#1f2430'))
  o +=
    box(0, 1108, 1200, 92, brick) +
    box(0, 1104, 1200, 14, '#1f2430') +
    over(
      halftone(0, 1120, 1200, 80, brick, { pitch: 24, from: [0, 1220], to: [0, 1110], max: 0.5 }),
    )
  return o
}

export const scenes: Scene[] = [
  sheet(
    'beer',
    1,
    [51, 42],
    'Five friends lift their pints to the middle and clink them, laughing.',
    toast,
  ),
  sheet(
    'beer',
    2,
    [50, 48],
    'A big golden pint with foam running down its side, a hand around it and two drinkers behind.',
    big,
  ),
  sheet(
    'beer',
    3,
    [52, 50],
    'A barman in a red beanie pulls a pint from a row of five taps while a guest laughs across the bar.',
    taps,
  ),
]
