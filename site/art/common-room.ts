// The Common Room: the door, the fireside and the secret gesture.

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
  type Pt,
  type Scene,
  sheet,
  times,
} from './press.ts'
import { flame } from './things.ts'

const brass = '#b88a3a'
const umber = '#3b342a'
const cream = '#efe3c8'
const black = '#121110'
const ember = '#d9602b'
const wine = '#5c2320'
// the gesture: horizontal, then steeply down
const stroke = (from: Pt, turn: Pt, to: Pt, r: number, gap: number, c: string): string => {
  const leg = (a: Pt, b: Pt): string => {
    const count = Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / gap)
    return times(count, (i) =>
      disc(a[0] + ((b[0] - a[0]) * i) / count, a[1] + ((b[1] - a[1]) * i) / count, r, c),
    )
  }
  return leg(from, turn) + leg(turn, to) + disc(to[0], to[1], r, c)
}
const keyhole = (x: number, y: number, s: number, c: string): string =>
  move(x, y, disc(0, 0, 64, c) + fill('M-30 30L30 30L70 220L-70 220Z', c), s)

const door = (p: Press): string => {
  const { t } = p
  let o = box(0, 0, 1600, 1200, black)
  // wallpaper of small arches
  o += times(7, (j) =>
    times(13, (i) =>
      line(
        `M${-30 + i * 140 + (j % 2) * 70 - 44} ${j * 150 + 60}L${-30 + i * 140 + (j % 2) * 70 - 44} ${j * 150 - 10}A44 44 0 0 1 ${-30 + i * 140 + (j % 2) * 70 + 44} ${j * 150 - 10}L${-30 + i * 140 + (j % 2) * 70 + 44} ${j * 150 + 60}`,
        '#241f19',
        14,
      ),
    ),
  )
  o +=
    box(0, 960, 1600, 240, '#241f19') +
    fill('M560 960L1040 960L1420 1200L180 1200Z', brass) +
    halftone(160, 960, 1280, 240, '#241f19', {
      pitch: 28,
      angle: 18,
      from: [800, 1240],
      to: [800, 960],
      max: 0.6,
    })
  o +=
    fill('M470 962L470 470A330 330 0 0 1 1130 470L1130 962Z', brass) +
    p.tone('M470 962L470 470A330 330 0 0 1 1130 470L1130 962Z', 460, 130, 690, 840, black, {
      pitch: 26,
      angle: 24,
      from: [460, 960],
      to: [1000, 300],
      max: 0.55,
    })
  // through the arch: the lit room and its people
  o += fill('M540 962L540 476A260 260 0 0 1 1060 476L1060 962Z', ember)
  o += p.clip(
    '<path d="M540 962L540 476A260 260 0 0 1 1060 476L1060 962Z"/>',
    disc(800, 640, 330, '#eda24a') +
      halftone(540, 210, 520, 760, wine, {
        pitch: 26,
        angle: 30,
        from: [540, 200],
        to: [800, 640],
        max: 0.6,
      }) +
      person(690, 700, 1.5, {
        skin: t.skins[2]!,
        cut: 'afro',
        hair: black,
        mood: 'laugh',
        ring: cream,
        top: wine,
        right: { e: [84, 110], h: [120, 30], hand: 'open', turn: -60 },
      }) +
      person(
        930,
        700,
        1.5,
        {
          skin: t.skins[0]!,
          cut: 'bun',
          hair: '#6d2d1f',
          mood: 'smile',
          glasses: black,
          top: cream,
          print: p.cloth('hoop', umber, 34),
        },
        true,
      ) +
      box(500, 872, 600, 100, '#7d4f22', 30) +
      line('M560 896L1040 896', black, 6),
  )
  // the half-open door
  o +=
    fill('M1060 962L1060 470Q1060 300 960 244L1180 170Q1300 260 1300 480L1300 1080Z', umber) +
    fill('M1094 950L1094 500Q1094 372 1050 310L1170 262Q1262 340 1262 500L1262 1030Z', black)
  o +=
    stroke([1092, 420], [1232, 392], [1256, 640], 11, 36, cream) +
    move(1150, 740, disc(0, 0, 30, brass) + disc(0, 0, 15, cream)) +
    keyhole(1150, 820, 0.34, brass)
  // a visitor from behind, hand raised
  o += person(230, 560, 2, {
    skin: t.skins[3]!,
    view: 'side',
    cut: 'cap',
    hair: brass,
    beard: true,
    mood: 'smile',
    top: '#7a5a2a',
    low: black,
    hip: [0, 200],
    print: p.cloth('check', '#94702f', 40),
    legs: [
      { k: [-30, 310], f: [-44, 420] },
      { k: [36, 310], f: [46, 420] },
    ],
    right: { e: [92, 112], h: [118, 6], hand: 'open', turn: -64 },
  })
  return o
}

const fireside = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1500, wine) +
    halftone(0, 0, 1200, 1500, black, {
      pitch: 32,
      angle: 24,
      from: [0, 0],
      to: [620, 900],
      max: 0.64,
    })
  // the hearth
  o +=
    fill('M330 1130L330 560A270 270 0 0 1 870 560L870 1130Z', brass) +
    fill('M390 1130L390 570A210 210 0 0 1 810 570L810 1130Z', black) +
    p.tone('M390 1130L390 570A210 210 0 0 1 810 570L810 1130Z', 390, 360, 420, 770, ember, {
      pitch: 26,
      angle: 30,
      from: [600, 1140],
      to: [600, 500],
      max: 0.56,
    })
  o +=
    box(250, 250, 700, 34, cream) +
    move(
      330,
      250,
      fill('M-26 0L26 0L18-70L-18-70Z', brass) +
        line('M0-70Q-20-120-50-136M0-70Q16-130 44-150', moss, 9),
    ) +
    move(
      860,
      250,
      box(-56, -110, 112, 110, umber, 8) +
        disc(0, -56, 40, cream) +
        line('M0-56L0-84M0-56L20-48', black, 8),
    ) +
    move(
      600,
      250,
      box(-70, -150, 140, 150, brass, 4) +
        box(-54, -134, 108, 118, black) +
        head(-4, -64, 0.7, { skin: cream, hair: umber, cut: 'bun', mood: 'none', shade: brass }),
    )
  o +=
    move(600, 1110, flame(420, ember)) +
    move(540, 1110, flame(250, '#eda24a')) +
    move(660, 1110, flame(270, '#eda24a')) +
    move(604, 1112, flame(150, '#f6cf7d')) +
    line('M480 1106L720 1084M480 1080L720 1110', umber, 34)
  o +=
    box(0, 1126, 1200, 374, black) +
    fill('M240 1130L960 1130L1130 1500L70 1500Z', wine) +
    halftone(70, 1130, 1060, 370, brass, {
      pitch: 30,
      angle: 45,
      from: [600, 1130],
      to: [600, 1480],
      max: 0.46,
    })
  // two wing chairs and a conversation
  const chair = (x: number, c: string, flip: boolean) =>
    move(
      x,
      1290,
      fill(
        'M-200 130L-210-470Q-200-590-90-590Q20-590 10-470L0-160L210-160Q250-150 250-90L230 130Z',
        c,
      ) +
        fill('M-150-470Q-140-530-90-530Q-50-530-50-470L-60-150L-150-150Z', mix(c, black, 0.3)) +
        box(-180, 120, 34, 90, brass) +
        box(180, 120, 34, 90, brass),
      1,
      0,
      flip,
    )
  const armrest = (x: number, c: string, flip: boolean) =>
    move(
      x,
      1290,
      fill('M-150 130L-150-70Q-150-130-90-130L190-130Q250-130 250-70L236 130Z', c) +
        line('M-110-80Q-100-96-80-96L180-96', mix(c, black, 0.35), 12),
      1,
      0,
      flip,
    )
  o += chair(215, '#7d4f22', false)
  o += person(215, 860, 2, {
    skin: t.skins[3]!,
    cut: 'bald',
    hair: cream,
    beard: true,
    mood: 'laugh',
    top: cream,
    print: p.cloth('hoop', brass, 40),
    headAt: [16, -60],
    left: { e: [-40, 130], h: [60, 160], behind: true },
    right: { e: [92, 110], h: [124, -24], hand: 'open', turn: -70 },
  })
  o +=
    limb([230, 1230, 450, 1190, 470, 1400], [130, 110, 74], umber) +
    fill('M430 1390L508 1390Q580 1404 590 1440L430 1440Z', cream) +
    armrest(215, '#7d4f22', false)
  o += chair(985, '#33443a', true)
  o += person(
    985,
    870,
    2,
    {
      skin: t.skins[1]!,
      cut: 'long',
      hair: '#2a1712',
      mood: 'smile',
      glasses: black,
      top: ember,
      headAt: [14, -60],
      right: {
        e: [90, 120],
        h: [140, 60],
        hand: 'hold',
        turn: -30,
        hold: move(
          168,
          60,
          fill('M-30-44L30-44Q30 10 0 12Q-30 10-30-44Z', cream) +
            fill('M-26-22L26-22Q22 8 0 8Q-22 8-26-22Z', brass) +
            box(-4, 10, 8, 40, cream) +
            box(-24, 48, 48, 7, cream),
        ),
      },
    },
    true,
  )
  o +=
    limb([970, 1230, 750, 1190, 730, 1400], [130, 110, 74], black) +
    fill('M770 1390L692 1390Q620 1404 610 1440L770 1440Z', brass) +
    armrest(985, '#33443a', true)
  return o
}
const moss = '#86946a'

const reach = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1200, brass) +
    halftone(0, 0, 1200, 1200, black, {
      pitch: 32,
      angle: 24,
      from: [0, 1200],
      to: [700, 200],
      max: 0.64,
    })
  o +=
    fill('M190 1200L190 560A410 410 0 0 1 1010 560L1010 1200Z', black) +
    fill('M250 1200L250 570A350 350 0 0 1 950 570L950 1200Z', umber) +
    fill('M290 1200L290 576A310 310 0 0 1 910 576L910 1200Z', black)
  o += stroke([310, 400], [742, 372], [838, 716], 20, 56, cream)
  o +=
    halftone(400, 640, 400, 560, brass, { pitch: 26, spot: [540, 850, 210], max: 0.36 }) +
    keyhole(520, 800, 1.05, '#eda24a')
  // firelight and the drawing hand
  o += p.clip(
    '<path d="M456 800a67 67 0 0 1 134 0a67 67 0 0 1-38 59l42 172H450l42-172a67 67 0 0 1-36-59Z"/>',
    move(524, 1040, flame(230, ember)) + move(524, 1040, flame(120, cream)),
  )
  o +=
    limb([1330, 1500, 1180, 1290, 1004, 1080], [300, 250, 150], t.skins[1]!) +
    limb([1330, 1500, 1180, 1290, 1096, 1190], [340, 290, 220], wine) +
    line('M1020 1262L1172 1134', cream, 36) +
    hand(1006, 1086, 3.6, 240, t.skins[1]!, 'point', true)
  return o
}

export const scenes: Scene[] = [
  sheet(
    'common-room',
    1,
    [54, 50],
    'An arched door stands open on a warm room with two people talking; a man in a cap has come to join them.',
    door,
  ),
  sheet(
    'common-room',
    2,
    [50, 58],
    'Two people talk across a fire from their armchairs.',
    fireside,
  ),
  sheet(
    'common-room',
    3,
    [54, 50],
    'A hand draws a row of dots on an arched door, along and then steeply down, beside a glowing keyhole.',
    reach,
  ),
]
