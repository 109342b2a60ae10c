// Hall: the band, the dancers and the piano.

import { head } from './heads.ts'
import { hand, person } from './people.ts'
import {
  box,
  disc,
  fill,
  glow,
  halftone,
  limb,
  line,
  mix,
  move,
  oval,
  type Press,
  type Scene,
  sheet,
  times,
} from './press.ts'

const blue = '#2f4bff'
const pink = '#ff7fa3'
const night = '#16182b'
const cream = '#f6e9df'
const plum = '#5b2a8c'

const curtain = (h: number): string =>
  times(4, (i) =>
    fill(
      `M${i * 78} 0L${i * 78 + 80} 0C${i * 70 + 80} ${h * 0.4} ${i * 50 + 70} ${h * 0.7} ${i * 34 + 40} ${h}L${i * 34} ${h}C${i * 50} ${h * 0.7} ${i * 74} ${h * 0.4} ${i * 78} 0Z`,
      i % 2 ? '#1d2fb8' : blue,
    ),
  )

const band = (p: Press): string => {
  const { t } = p
  let o = box(0, 0, 1600, 1200, night)
  // light
  o += glow(
    fill('M420 -20L520 -20L1000 860L200 860Z', '#3a1650') +
      fill('M1180 -20L1080 -20L620 860L1420 860Z', '#16246e'),
  )
  o +=
    disc(800, 430, 400, pink) +
    halftone(380, 20, 840, 840, plum, {
      pitch: 28,
      angle: 24,
      from: [800, 860],
      to: [760, 120],
      max: 0.6,
    })
  o += move(0, 0, curtain(880)) + move(1600, 0, curtain(880), 1, 0, true)
  o += fill(
    `M0 0L1600 0L1600 60${times(8, (i) => `Q${1500 - i * 200} 150 ${1400 - i * 200} 60`)}Z`,
    plum,
  )
  // Blue instead of cream, because the page's pink title is on it.
  o += box(180, 800, 1240, 70, '#1d2fb8') + box(180, 800, 1240, 12, blue)
  // drums, bass, singer
  o +=
    disc(1080, 690, 110, cream) +
    disc(1080, 690, 88, blue) +
    disc(1080, 690, 30, cream) +
    box(1170, 640, 120, 84, pink, 6) +
    oval(1230, 640, 60, 14, cream) +
    line('M1010 800L980 520M1260 790L1290 500', cream, 8) +
    oval(975, 516, 84, 12, '#ffd166', 'transform="rotate(-8 975 516)"') +
    oval(1292, 496, 84, 12, '#ffd166', 'transform="rotate(10 1292 496)"')
  o += person(
    1140,
    470,
    1.25,
    {
      skin: t.skins[3]!,
      cut: 'beanie',
      hair: '#ffd166',
      mood: 'laugh',
      top: cream,
      print: p.cloth('hoop', blue, 30),
      beard: true,
      left: {
        e: [-110, 90],
        h: [-120, 10],
        hand: 'fist',
        hold: line('M-120 10L-190-30', cream, 9),
      },
      right: { e: [100, 100], h: [96, -6], hand: 'fist', hold: line('M96-6L20 50', cream, 9) },
    },
    true,
  )
  o +=
    disc(1080, 700, 112, cream) +
    disc(1080, 700, 92, blue) +
    line('M1020 700L1140 700M1080 640L1080 760', cream, 8)
  o += person(395, 480, 1.42, {
    skin: t.skins[1]!,
    cut: 'cap',
    hair: blue,
    mood: 'down',
    top: cream,
    print: p.cloth('check', blue, 34),
    low: night,
    legs: [
      { k: [-26, 220], f: [-40, 232] },
      { k: [40, 220], f: [44, 232] },
    ],
    left: { e: [-90, 110], h: [-10, 150], hand: 'hold' },
  })
  o +=
    move(
      430,
      650,
      fill('M-70 10C-110-70-10-80 20-50C50-20 70 40 20 80C-40 120-60 70-70 10Z', '#ffd166') +
        line('M0 0L240-130', cream, 20) +
        box(220, -156, 56, 40, cream, 8) +
        disc(-10, 20, 22, night),
      1.05,
    ) +
    limb([462, 530, 520, 640, 566, 574], [50, 44, 28], t.skins[1]!) +
    limb([462, 530, 520, 640, 548, 600], [56, 52, 40], cream) +
    hand(572, 572, 0.95, -62, t.skins[1]!, 'hold') +
    fill('M290 806L316 738L476 738L510 806Z', night) +
    box(330, 756, 120, 34, blue, 6) +
    hand(400, 678, 1.1, 20, t.skins[1]!, 'flat')
  o += person(800, 430, 1.75, {
    skin: t.skins[2]!,
    cut: 'afro',
    hair: '#130d20',
    mood: 'sing',
    ring: '#ffd166',
    top: '#ffd166',
    low: '#ffd166',
    tilt: -14,
    hip: [-6, 170],
    skirt: 'M-46 150L40 150L96 226L-96 226Z',
    sleeve: 'none',
    left: { e: [-112, 20], h: [-116, -96], hand: 'open', turn: -80 },
    right: {
      e: [84, 84],
      h: [70, -20],
      hand: 'hold',
      turn: -100,
      hold: line('M64-28L52-54', night, 14) + disc(50, -62, 15, night),
    },
  })
  // the crowd, arms up
  const floor = mix(night, '#000000', 0.35)
  const arm = (
    x: number,
    y: number,
    dx: number,
    h: number,
    kind: 'open' | 'fist' | 'point',
    c: string,
  ) =>
    limb([x, y, x + dx * 0.9, y - h * 0.45, x + dx, y - h], [64, 50, 34], c) +
    hand(x + dx, y - h, 1.05, -90 + dx * 0.1, c, kind)
  o +=
    arm(150, 1010, -40, 290, 'open', plum) +
    arm(330, 1010, 50, 260, 'fist', plum) +
    arm(1290, 1010, -40, 270, 'open', plum) +
    arm(1480, 1010, 40, 290, 'point', plum) +
    arm(620, 1000, -30, 180, 'open', plum) +
    arm(1010, 1000, 36, 180, 'open', plum)
  o += times(
    9,
    (i) =>
      head(70 + i * 185, 940 + (i % 2) * 26, 1, {
        view: 'back',
        skin: plum,
        hair: plum,
        shade: plum,
        cut: (['bob', 'short', 'bun', 'afro', 'cap', 'curly'] as const)[i % 6]!,
      }) +
      fill(
        `M${-60 + i * 185} 1200Q${-50 + i * 185} 1000 ${70 + i * 185} 990Q${190 + i * 185} 1000 ${200 + i * 185} 1200Z`,
        plum,
      ),
  )
  o +=
    arm(60, 1130, 60, 300, 'fist', floor) +
    arm(450, 1130, -50, 270, 'open', floor) +
    arm(1160, 1130, 50, 270, 'open', floor) +
    arm(1390, 1130, -30, 320, 'fist', floor) +
    arm(1560, 1120, -30, 300, 'open', floor)
  o += times(
    8,
    (i) =>
      head(20 + i * 222, 1046 + ((i * 7) % 3) * 16, 1.25, {
        view: 'back',
        skin: floor,
        hair: floor,
        shade: floor,
        cut: (['short', 'afro', 'pony', 'bob', 'bun', 'curly', 'short', 'bob'] as const)[i]!,
      }) +
      fill(
        `M${-130 + i * 222} 1210Q${-120 + i * 222} 1112 ${20 + i * 222} 1104Q${160 + i * 222} 1112 ${170 + i * 222} 1210Z`,
        floor,
      ),
  )
  return o
}

const dance = (p: Press): string => {
  const { t } = p
  let o = box(0, 0, 1200, 1500, blue) + disc(640, 560, 500, pink)
  o += halftone(120, 40, 1040, 1060, blue, {
    pitch: 30,
    angle: 20,
    from: [500, 1120],
    to: [660, 260],
    max: 0.6,
  })
  o +=
    fill('M0 1240L1200 1120L1200 1500L0 1500Z', night) +
    times(7, (i) => line(`M${-200 + i * 260} 1500L${160 + i * 150} ${1232 - i * 15}`, '#232746', 8))
  o += oval(560, 1372, 400, 44, mix(night, '#000000', 0.5))
  const a = t.skins[3]!
  const b = t.skins[0]!
  // the left dancer
  o +=
    limb([330, 610, 180, 470, 250, 250], [96, 84, 60], a) +
    limb([330, 610, 180, 470, 226, 324], [112, 100, 84], cream)
  o +=
    limb([360, 930, 300, 1150, 160, 1330], [150, 124, 78], night) +
    limb([430, 930, 520, 1130, 440, 1350], [150, 124, 78], mix(night, plum, 0.35)) +
    fill('M100 1318L196 1318Q200 1366 196 1372L60 1372Q60 1340 100 1318Z', cream) +
    fill('M396 1340L486 1340Q560 1366 566 1392L396 1392Z', cream)
  o +=
    limb([404, 560, 420, 470], [92, 88], mix(a, '#3a1030', 0.35)) +
    fill('M360 560Q280 566 270 650L300 960L500 960Q520 760 500 640Q490 566 430 560Z', cream) +
    fill(
      'M360 560Q280 566 270 650L300 960L500 960Q520 760 500 640Q490 566 430 560Z',
      p.cloth('stripe', blue, 48),
    )
  o += line('M338 590L352 950M456 590L468 950', night, 20)
  o += head(432, 404, 2.35, {
    skin: a,
    cut: 'short',
    hair: '#130d20',
    mood: 'laugh',
    beard: true,
    tilt: -8,
  })
  // the right dancer
  o +=
    limb([760, 1000, 720, 1200, 640, 1330], [110, 88, 52], b) +
    fill('M600 1312L664 1322L650 1382L560 1388Q560 1360 600 1352Z', '#ffd166') +
    limb([880, 990, 1010, 1110, 1090, 950], [110, 88, 50], b) +
    fill('M1064 930L1118 946L1150 880Q1120 860 1096 890Z', '#ffd166')
  o += limb([760, 560, 744, 470], [80, 76], mix(b, '#5a1a20', 0.3))
  o +=
    fill(
      'M690 566Q640 580 650 660L690 820C600 900 520 1010 500 1110Q640 1190 800 1130Q960 1150 1100 1030C1020 930 920 880 860 810L880 660Q880 570 810 560Q750 590 690 566Z',
      plum,
    ) +
    p.tone(
      'M690 820C600 900 520 1010 500 1110Q640 1190 800 1130Q960 1150 1100 1030C1020 930 920 880 860 810Z',
      480,
      800,
      640,
      380,
      pink,
      { pitch: 34, angle: 18, from: [800, 1190], to: [770, 800], max: 0.5 },
    ) +
    line('M688 818Q770 846 862 808', '#ffd166', 26)
  o +=
    limb([860, 610, 1010, 540, 1120, 400], [80, 66, 44], b) + hand(1120, 400, 1.8, -62, b, 'open')
  o += head(
    744,
    402,
    2.3,
    { skin: b, cut: 'pony', hair: '#8e1f5c', mood: 'laugh', ring: '#ffd166', tilt: -12 },
    true,
  )
  o +=
    limb([700, 620, 560, 700, 420, 640], [78, 64, 44], b) +
    hand(420, 640, 1.6, 196, b, 'flat', true)
  o +=
    limb([320, 640, 420, 850, 690, 790], [108, 92, 58], a) +
    limb([320, 640, 420, 850, 590, 812], [122, 106, 82], cream) +
    hand(690, 790, 1.9, -8, a, 'flat') +
    hand(250, 254, 1.9, -66, a, 'open')
  o += line('M120 760Q80 700 96 620M1090 700Q1130 640 1120 570', cream, 18)
  return o
}

const piano = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1200, pink) +
    halftone(0, 0, 1200, 1200, blue, {
      pitch: 30,
      angle: 24,
      from: [0, 0],
      to: [760, 620],
      max: 0.62,
    })
  o += move(1200, 0, curtain(1200), 1.15, 0, true)
  o += box(0, 1060, 1200, 140, night)
  // the player, the keys, the lid
  o +=
    fill('M760 570C800 420 850 330 930 250Q1040 130 1200 120L1200 570Z', night) +
    p.tone(
      'M760 570C800 420 850 330 930 250Q1040 130 1200 120L1200 570Z',
      640,
      100,
      560,
      480,
      plum,
      { pitch: 28, angle: 30, from: [1200, 120], to: [800, 560], max: 0.56 },
    )
  o += person(
    930,
    420,
    1.9,
    {
      skin: t.skins[1]!,
      cut: 'bob',
      hair: '#8e1f5c',
      mood: 'sing',
      top: '#ffd166',
      ring: blue,
      tilt: -14,
      hip: [0, 150],
      left: { e: [-96, 70], h: [-84, -44], hand: 'open', turn: -80 },
      right: { e: [76, 100], h: [6, 92], hand: 'flat' },
    },
    true,
  )
  o += person(330, 460, 2.7, {
    skin: t.skins[4]!,
    cut: 'curly',
    hair: cream,
    mood: 'sing',
    glasses: night,
    top: cream,
    print: p.cloth('check', blue, 40),
    low: night,
    tilt: -10,
    headAt: [6, -62],
    legs: undefined,
  })
  o += fill('M180 980L500 980L520 1060L160 1060Z', '#c9386e') + box(160, 1050, 370, 24, '#ffd166')
  o +=
    limb([300, 950, 640, 930, 622, 1100], [170, 140, 84], plum) +
    fill('M580 1116L664 1116Q740 1130 760 1164L580 1164Z', cream)
  o +=
    fill('M836 570L1200 570L1200 790L500 790L500 746L836 746Z', night) +
    box(490, 700, 346, 52, cream) +
    times(9, (i) => box(512 + i * 36, 700, i % 7 === 2 || i % 7 === 6 ? 0 : 18, 30, night)) +
    box(1060, 760, 50, 320, night) +
    box(560, 760, 40, 300, night) +
    p.tone('M840 570L1200 570L1200 770L840 770Z', 840, 560, 340, 210, blue, {
      pitch: 26,
      from: [1180, 780],
      to: [900, 580],
      max: 0.5,
    })
  o +=
    limb([370, 570, 450, 800, 610, 648], [110, 96, 62], t.skins[4]!) +
    limb([370, 570, 450, 800, 556, 700], [126, 112, 90], cream) +
    hand(612, 650, 1.9, 14, t.skins[4]!, 'flat') +
    line('M556 664L600 722', blue, 24)
  o +=
    disc(600, 190, 28, night) +
    line('M625 190L625 66L708 44L708 160', night, 15) +
    disc(682, 166, 28, night)
  return o
}

export const scenes: Scene[] = [
  sheet(
    'hall',
    1,
    [51, 40],
    'A singer in a yellow dress with a band behind her, curtains at the sides and a crowd with raised arms.',
    band,
  ),
  sheet(
    'hall',
    2,
    [50, 44],
    'A couple dancing fast in front of a pink spotlight, her skirt swinging out.',
    dance,
  ),
  sheet(
    'hall',
    3,
    [48, 42],
    'A pianist with white curls plays while a singer leans on the open lid.',
    piano,
  ),
]
