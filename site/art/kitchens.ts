// Kitchens: cooks at work. Red is fire, green is food.

import { type Body, castMember, hand, person } from './people.ts'
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
  type Pt,
  type Scene,
  sheet,
  times,
} from './press.ts'
import { flame } from './things.ts'

const red = '#d8412f'
const green = '#7f9a6a'
const forest = '#3d5540'
const sun = '#f3b447'
const clothes = ['#f5ecdb', red, forest, sun, '#23201a']
const leaf = (x: number, y: number, s: number, rot: number, c = green): string =>
  move(x, y, fill('M0 0Q-30-40 0-96Q30-40 0 0Z', c) + line('M0-4L0-70', '#23201a', 5), s, rot)
const toque = (ink: string): string =>
  fill(
    'M-40-30L-44-66Q-84-80-66-112Q-50-142-20-126Q0-154 26-126Q62-138 68-106Q80-78 40-66L38-30Q0-42-40-30Z',
    ink,
  ) + line('M-40-50Q0-62 38-50', '#cfc2a6', 6)

const threeCooks = (p: Press): string => {
  const { t } = p
  let o = box(0, 0, 1600, 1200, red)
  o += halftone(0, 0, 1600, 1200, '#8f241c', {
    pitch: 32,
    angle: 24,
    from: [0, 0],
    to: [900, 800],
    max: 0.62,
  })
  // hood, hanging pans
  o += fill('M120 0L1480 0L1560 150L40 150Z', t.ink) + box(40, 150, 1520, 20, sun)
  o += times(6, (i) =>
    i === 2 || i === 3
      ? ''
      : line(`M${190 + i * 240} 170L${190 + i * 240} 236`, t.ink, 10) +
        disc(190 + i * 240, 300, 62 + (i % 2) * 12, t.ink) +
        disc(190 + i * 240, 300, 42 + (i % 2) * 12, forest),
  )
  // fire behind the middle cook
  o +=
    move(800, 850, flame(640, sun)) +
    move(700, 850, flame(460, '#f9d88a')) +
    move(930, 850, flame(480, '#f9d88a'))
  const cook = (
    i: number,
    x: number,
    y: number,
    s: number,
    overrides: Partial<Body>,
    flip = false,
    hat = false,
  ) => {
    const figure = person(
      x,
      y,
      s,
      { ...castMember(i, t.skins, clothes), top: t.paper, ...overrides },
      flip,
    )
    return figure + (hat ? move(x + (flip ? -8 : 8), y - 62 * s, toque(t.paper), s, 0, flip) : '')
  }
  o += cook(4, 240, 560, 2.1, {
    skin: t.skins[3]!,
    cut: 'scarf',
    hair: sun,
    mood: 'smile',
    apron: forest,
    left: { e: [-96, 120], h: [10, 150], hand: 'hold', behind: true },
    right: {
      e: [90, 110],
      h: [120, 20],
      hand: 'fist',
      turn: -70,
      hold: line('M118 22L190-30', t.ink, 12),
    },
  })
  o += cook(
    1,
    1440,
    560,
    2.1,
    {
      skin: t.skins[0]!,
      cut: 'quiff',
      hair: '#8a3b1c',
      beard: true,
      mood: 'down',
      headAt: [14, -54],
      tilt: 12,
      print: p.cloth('stripe', '#d9cbb0', 22),
      apron: t.ink,
      right: { e: [80, 126], h: [120, 150], hand: 'fist', turn: 30, hold: '' },
    },
    true,
  )
  o += cook(2, 700, 500, 2.3, {
    skin: t.skins[1]!,
    view: 'side',
    cut: 'bun',
    hair: '#1b1618',
    mood: 'laugh',
    apron: red,
    collar: forest,
    sleeve: 'short',
    left: { e: [-104, 110], h: [20, 168], hand: 'flat', behind: true },
    right: { e: [96, 126], h: [170, 86], hand: 'fist' },
  })
  // the toss
  o +=
    move(
      1084,
      690,
      line('M0 0L90-10', t.ink, 26) +
        fill('M80-50L330-92Q330 10 220 16Q110 20 80-50Z', t.ink) +
        line('M80-50L330-92', forest, 10),
      0.9,
      -8,
    ) + hand(1090, 700, 1.6, -20, t.skins[1]!, 'fist')
  o +=
    leaf(1236, 470, 0.9, 30, '#a9c48e') +
    leaf(1130, 430, 0.9, -40, '#a9c48e') +
    leaf(1060, 560, 0.8, 80, '#a9c48e') +
    disc(1190, 540, 24, t.paper) +
    disc(1270, 560, 20, sun) +
    disc(1160, 330, 22, t.paper) +
    disc(1240, 360, 18, sun)
  // the pass
  o +=
    box(0, 880, 1600, 320, forest) +
    box(0, 862, 1600, 30, t.ink) +
    over(
      halftone(0, 900, 1600, 300, green, {
        pitch: 30,
        angle: 18,
        from: [800, 1240],
        to: [800, 880],
        max: 0.5,
      }),
    )
  const pan = (x: number, c: string, stuff: string) =>
    move(
      x,
      900,
      fill('M-170-60L170-60Q160 30 100 40L-100 40Q-160 30-170-60Z', t.ink) +
        line('M170-46L300-70', t.ink, 26) +
        oval(0, -60, 170, 30, c) +
        stuff,
    )
  o +=
    pan(
      360,
      sun,
      times(5, (i) => disc(-100 + i * 50, -62, 18, i % 2 ? red : t.paper)),
    ) +
    move(356, 970, flame(60, sun)) +
    move(296, 970, flame(46, sun)) +
    move(424, 970, flame(50, sun))
  o += line('M510 560L424 850', t.ink, 16)
  o += move(
    1340,
    905,
    box(-190, -36, 330, 40, sun, 10) +
      times(6, (i) =>
        fill(
          `M${-150 + i * 40}-36Q${-140 + i * 40}-92 ${-124 + i * 40}-36Z`,
          i % 2 ? green : '#a9c48e',
        ),
      ),
  )
  o += times(4, (i) =>
    move(
      330 + i * 310,
      1090,
      oval(0, 0, 96, 34, t.paper) +
        oval(0, -4, 60, 20, mix(t.paper, green, 0.25)) +
        fill('M-40-8Q-20-60 10-44Q40-50 42-8Z', i % 2 ? red : sun) +
        leaf(12, -24, 0.4, 20),
      1.5,
    ),
  )
  return o
}

const toss = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1500, sun) +
    disc(720, 560, 500, '#f9d88a') +
    halftone(0, 0, 1200, 1500, red, {
      pitch: 32,
      angle: 28,
      from: [0, 1500],
      to: [560, 500],
      max: 0.62,
    })
  const k = t.skins[4]!
  o += person(330, 690, 3.1, {
    skin: k,
    cut: 'short',
    hair: '#1b1618',
    mood: 'laugh',
    top: t.paper,
    apron: forest,
    collar: red,
    tilt: -14,
    headAt: [2, -64],
  })
  o += move(336, 492, toque(t.paper), 3.1, -14)
  // the arc of vegetables
  const bits: [number, number, number][] = [
    [640, 420, -40],
    [600, 260, -30],
    [700, 160, 0],
    [830, 130, 30],
    [950, 190, 60],
    [1030, 310, 90],
    [1060, 460, 120],
    [1010, 600, 150],
  ]
  o += bits
    .map(([x, y, r], i) =>
      i % 3 === 0
        ? leaf(x, y + 40, 1.25, r, green)
        : i % 3 === 1
          ? move(
              x,
              y,
              disc(0, 0, 54, red) +
                disc(0, 0, 40, '#ef7a5f') +
                times(4, (q) => disc(Math.cos(q * 1.57) * 20, Math.sin(q * 1.57) * 20, 9, sun)),
            )
          : move(x, y, oval(0, 0, 58, 36, t.paper) + oval(0, 0, 40, 22, forest), 1, r),
    )
    .join('')
  o +=
    leaf(860, 330, 1, 40, green) +
    leaf(760, 300, 0.9, -50, forest) +
    disc(900, 470, 26, red) +
    disc(790, 440, 18, forest) +
    disc(690, 420, 22, t.paper)
  o +=
    move(860, 1240, flame(330, red)) +
    move(740, 1240, flame(240, red)) +
    move(990, 1240, flame(270, red))
  o +=
    fill('M560 800L1130 700Q1150 900 980 960L740 990Q590 990 560 800Z', t.ink) +
    line('M560 800L1130 700', '#5d5748', 16) +
    p.tone('M560 800L1130 700Q1150 900 980 960L740 990Q590 990 560 800Z', 540, 700, 620, 300, red, {
      pitch: 26,
      from: [860, 1010],
      to: [830, 830],
      max: 0.5,
    })
  o +=
    line('M590 880L440 940', t.ink, 50) +
    limb([330, 780, 250, 1110, 448, 950], [150, 132, 84], k) +
    limb([330, 780, 262, 1060], [176, 168], t.paper) +
    hand(430, 962, 2.6, -24, k, 'fist')
  o +=
    box(0, 1250, 1200, 250, forest) +
    box(0, 1236, 1200, 26, t.ink) +
    over(
      halftone(0, 1260, 1200, 240, green, {
        pitch: 30,
        from: [600, 1520],
        to: [600, 1250],
        max: 0.5,
      }),
    )
  o += oval(870, 1240, 300, 24, t.ink) + times(7, (i) => box(620 + i * 76, 1204, 20, 40, t.ink))
  return o
}

const plates = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1200, green) +
    times(9, (i) =>
      times(9, (j) =>
        (i + j) % 2 ? box(i * 134, j * 134, 134, 134, mix(green, t.paper, 0.16)) : '',
      ),
    )
  const plate = (x: number, y: number, r: number, rim: string) =>
    disc(x + 14, y + 20, r, forest) +
    disc(x, y, r, t.paper) +
    disc(x, y, r * 0.86, rim) +
    disc(x, y, r * 0.8, t.paper)
  o +=
    plate(600, 590, 270, red) +
    times(14, (i) =>
      leaf(
        600 + Math.cos(i * 0.45) * 60,
        590 + Math.sin(i * 0.45) * 60,
        1.35,
        i * 25.7 + 90,
        i % 2 ? forest : green,
      ),
    ) +
    times(
      6,
      (i) =>
        disc(600 + Math.cos(i) * 96, 590 + Math.sin(i) * 96, 36, red) +
        disc(596 + Math.cos(i) * 96, 584 + Math.sin(i) * 96, 22, '#ef7a5f'),
    ) +
    disc(600, 590, 62, t.paper) +
    disc(606, 584, 32, sun)
  o +=
    plate(230, 250, 210, forest) +
    fill('M120 260Q150 120 270 160Q360 190 330 300Q280 380 190 350Q120 330 120 260Z', sun) +
    p.tone(
      'M120 260Q150 120 270 160Q360 190 330 300Q280 380 190 350Q120 330 120 260Z',
      110,
      140,
      240,
      240,
      red,
      { pitch: 24, from: [360, 380], to: [140, 180], max: 0.5 },
    )
  o +=
    plate(970, 240, 200, t.ink) +
    times(5, (i) =>
      line(`M${880 + i * 44} 150Q${840 + i * 50} 250 ${890 + i * 40} 340`, i % 2 ? red : sun, 26),
    )
  o +=
    plate(960, 960, 216, sun) +
    fill('M840 960A120 120 0 0 1 1080 960Z', '#7d4a2a') +
    fill('M840 960A120 120 0 0 0 1080 960Z', forest) +
    disc(960, 960, 30, red)
  o +=
    plate(240, 950, 206, red) +
    times(7, (i) =>
      oval(
        240 + Math.cos(i * 0.9) * 84,
        950 + Math.sin(i * 0.9) * 84,
        48,
        30,
        i % 2 ? sun : '#7d4a2a',
        `transform="rotate(${i * 51} ${240 + Math.cos(i * 0.9) * 84} ${950 + Math.sin(i * 0.9) * 84})"`,
      ),
    ) +
    disc(240, 950, 44, green)
  const reach = (
    from: Pt,
    elbow: Pt,
    to: Pt,
    skin: string,
    sleeve: string,
    kind: 'hold' | 'open' | 'fist' | 'point',
    tool = '',
    flip = false,
  ): string => {
    const cuff: Pt = [elbow[0] + (to[0] - elbow[0]) * 0.5, elbow[1] + (to[1] - elbow[1]) * 0.5]
    return (
      limb([...from, ...elbow, ...to], [130, 106, 66], skin) +
      limb([...from, ...elbow, ...cuff], [160, 140, 116], sleeve) +
      tool +
      hand(
        to[0],
        to[1],
        2.1,
        (Math.atan2(to[1] - elbow[1], to[0] - elbow[0]) * 180) / Math.PI,
        skin,
        kind,
        flip,
      )
    )
  }
  o += reach(
    [640, -120],
    [650, 120],
    [628, 330],
    t.skins[3]!,
    t.ink,
    'hold',
    line('M590 390L600 560', t.ink, 16) +
      line('M574 520L574 600M600 530L600 610M626 520L626 600', t.ink, 9),
  )
  o += reach([-140, 640], [90, 660], [300, 630], t.skins[0]!, red, 'open')
  o += reach([1340, 600], [1110, 620], [920, 600], t.skins[1]!, t.paper, 'point', '', true)
  o += reach(
    [600, 1340],
    [580, 1120],
    [560, 900],
    t.skins[4]!,
    sun,
    'fist',
    line('M556 840L590 690', '#7d4a2a', 22) + oval(594, 664, 34, 46, '#7d4a2a'),
    true,
  )
  return o
}

export const scenes: Scene[] = [
  sheet(
    'kitchens',
    1,
    [50, 40],
    'Three cooks work the line in front of a tall flame, the middle one tossing a pan.',
    threeCooks,
  ),
  sheet(
    'kitchens',
    2,
    [56, 46],
    'A cook in a tall hat laughs as vegetables fly in an arc above the pan.',
    toss,
  ),
  sheet(
    'kitchens',
    3,
    [50, 49],
    'Five plates from above on a green cloth, and four hands reaching for the one in the middle.',
    plates,
  ),
]
