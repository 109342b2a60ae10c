// Cafe: the long table, the pour, and two hands round a cup.

import { head } from './heads.ts'
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
  type Scene,
  sheet,
  times,
} from './press.ts'
import { cup } from './things.ts'

const clothes = ['#c4552d', '#f6edd9', '#3f5f63', '#e9a13a', '#6d2d1f']

const longTable = (p: Press): string => {
  const { t } = p
  const wall = '#f7d48c'
  let o = box(0, 0, 1600, 1200, wall)
  // window and sun
  o +=
    box(180, 60, 1240, 600, t.b) +
    p.clip(
      '<rect x="180" y="60" width="1240" height="600"/>',
      disc(900, 470, 330, t.a) +
        halftone(180, 60, 1240, 600, wall, {
          pitch: 28,
          angle: 30,
          from: [800, 700],
          to: [800, 200],
          max: 0.4,
        }) +
        disc(900, 470, 300, '#fbe3a6'),
    )
  o +=
    box(180, 60, 1240, 22, t.ink) +
    times(5, (i) => box(180 + i * 305, 60, 20, 600, t.ink)) +
    box(180, 260, 1240, 12, t.ink)
  o += box(0, 650, 1600, 40, t.ink)
  // hanging lamps
  o += times(
    3,
    (i) =>
      line(`M${350 + i * 450} 0L${350 + i * 450} 130`, t.ink, 7) +
      fill(`M${350 + i * 450 - 80} 190Q${350 + i * 450} 70 ${350 + i * 450 + 80} 190Z`, t.ink) +
      oval(350 + i * 450, 188, 34, 12, '#fbe3a6'),
  )
  const sit = (i: number, x: number, y: number, overrides: Partial<Body>, flip = false) =>
    person(x, y, 1.55, { ...castMember(i, t.skins, clothes), ...overrides }, flip)
  const paper =
    fill('M-70-60L0-40L70-60L70 60L0 80L-70 60Z', t.paper) +
    line('M0-40L0 78', t.ink, 5) +
    times(3, (i) =>
      line(
        `M-54 ${-26 + i * 26}L-16 ${-16 + i * 26}M16 ${-16 + i * 26}L54 ${-26 + i * 26}`,
        t.ink,
        6,
      ),
    )
  o += sit(10, 150, 560, {
    skin: t.skins[0]!,
    cut: 'bald',
    hair: '#d9d2c4',
    beard: true,
    glasses: t.ink,
    mood: 'calm',
    top: '#3f5f63',
    headAt: [12, -56],
    tilt: 8,
  })
  o += sit(4, 470, 560, {
    skin: t.skins[3]!,
    cut: 'afro',
    mood: 'laugh',
    top: t.b,
    print: p.cloth('spot', t.a, 28),
    ring: t.a,
    left: { e: [-90, 120], h: [-30, 176], behind: true },
    right: { e: [86, 120], h: [128, 26], hand: 'open', turn: -40 },
  })
  o += sit(
    0,
    800,
    566,
    {
      skin: t.skins[1]!,
      cut: 'curly',
      hair: '#7b3418',
      mood: 'laugh',
      top: t.paper,
      print: p.cloth('hoop', '#3f5f63', 30),
      left: { e: [-84, 130], h: [-10, 150], behind: true },
      right: {
        e: [80, 120],
        h: [42, 4],
        hand: 'hold',
        turn: -96,
        hold: move(58, 0, cup(t.ink, 0.62), 1),
      },
    },
    true,
  )
  o += sit(7, 1120, 560, {
    skin: t.skins[2]!,
    cut: 'scarf',
    hair: '#6d2d1f',
    mood: 'smile',
    top: '#e9a13a',
    view: 'front',
    left: { e: [-90, 130], h: [-40, 176] },
    right: { e: [90, 130], h: [50, 176] },
  })
  o += sit(
    8,
    1440,
    560,
    {
      skin: t.skins[4]!,
      cut: 'beanie',
      hair: t.a,
      mood: 'down',
      top: t.ink,
      headAt: [10, -54],
      tilt: 10,
    },
    true,
  )
  // the table and the things on it
  o += fill('M0 850L1600 850L1600 1200L0 1200Z', t.b) + box(0, 842, 1600, 30, '#6d2d1f')
  o += over(
    halftone(0, 880, 1600, 320, '#e9a13a', {
      pitch: 30,
      angle: 18,
      from: [800, 1260],
      to: [800, 900],
      max: 0.52,
    }),
  )
  o +=
    move(196, 800, paper, 1.35, -4) +
    hand(80, 830, 1.05, -60, t.skins[0]!, 'hold') +
    hand(312, 830, 1.05, -120, t.skins[0]!, 'hold', true)
  o +=
    move(1396, 836, fill('M-110 0L-96-96L96-96L110 0Z', t.paper) + line('M0-94L0-4', t.ink, 5), 1) +
    limb([1530, 700, 1560, 830, 1476, 848], [54, 50, 36], t.ink) +
    hand(1478, 848, 1, 184, t.skins[4]!, 'flat', true)
  o +=
    move(600, 930, cup(t.paper, 1.35)) +
    move(
      930,
      916,
      oval(0, 0, 130, 30, t.paper) +
        fill('M-84-6Q-80-80 0-82Q84-80 86-6Q0 20-84-6Z', '#e9a13a') +
        line('M-30-66L-20-20M14-70L22-24', '#6d2d1f', 8),
    ) +
    move(1190, 930, cup(t.ink, 1.3))
  o += line('M585 840q-26-34 0-66t0-66M625 840q-26-34 0-66t0-66', t.paper, 11)
  o +=
    person(300, 1120, 1.9, {
      skin: t.skins[2]!,
      view: 'back',
      cut: 'pony',
      hair: '#2a1c14',
      top: '#3f5f63',
      print: p.cloth('stripe', '#35524f', 30),
      tilt: 6,
    }) +
    person(1260, 1130, 1.95, {
      skin: t.skins[1]!,
      view: 'back',
      cut: 'curly',
      hair: '#1f1512',
      top: t.paper,
      print: p.cloth('hoop', t.a, 36),
      tilt: -5,
    })
  o +=
    person(760, 1190, 1.8, {
      skin: t.skins[0]!,
      view: 'back',
      cut: 'bun',
      hair: '#9c4a20',
      top: '#6d2d1f',
      tilt: -8,
    }) +
    move(
      390,
      880,
      fill('M-26 0L26 0L20-84L-20-84Z', '#fbe3a6') +
        line('M0-84Q-30-150-60-170M0-84Q10-150 40-190M0-90L-6-190', '#3f5f63', 9) +
        disc(-62, -176, 22, t.a) +
        disc(42, -196, 26, t.paper) +
        disc(-6, -200, 20, t.a),
    )
  return o
}

const pour = (p: Press): string => {
  const { t } = p
  let o =
    box(0, 0, 1200, 1500, t.a) +
    disc(640, 500, 520, '#fbe3a6') +
    halftone(120, 0, 1050, 1030, t.b, {
      pitch: 30,
      angle: 40,
      from: [300, 1100],
      to: [800, 200],
      max: 0.42,
    })
  o += over(
    box(0, 150, 1200, 22, t.b) +
      times(6, (i) =>
        fill(`M${60 + i * 70} 150L${54 + i * 70} 90L${106 + i * 70} 90L${100 + i * 70} 150Z`, t.b),
      ) +
      times(4, (i) => box(880 + i * 74, 30 + (i % 2) * 24, 54, 120 - (i % 2) * 24, t.b)),
  )
  // the barista
  o += person(430, 600, 3.15, {
    skin: t.skins[3]!,
    cut: 'bun',
    hair: '#1f1512',
    mood: 'down',
    ring: t.a,
    top: t.paper,
    print: p.cloth('hoop', t.ink, 30),
    apron: t.b,
    headAt: [24, -54],
    tilt: 14,
    girth: 1.05,
  })
  o +=
    limb([580, 700, 800, 800, 838, 590], [118, 96, 66], t.skins[3]!) +
    limb([575, 690, 690, 748], [138, 146], t.paper)
  // jug, milk, cup
  o += move(
    880,
    560,
    fill('M-96-70L70-70L100-10L88 130L-100 130Z', t.ink) +
      fill('M-96-70L-150-88L-96-20Z', t.ink) +
      line('M92 0Q170 10 150 80Q140 110 90 104', t.ink, 26) +
      fill('M-60-40L-40-40L-46 100L-66 100Z', mix(t.ink, t.paper, 0.35)),
    1,
    -24,
    false,
  )
  o += hand(848, 600, 2.1, -70, t.skins[3]!, 'hold', true)
  o += fill('M744 560Q700 620 706 760L706 1120L742 1120L742 760Q740 640 786 590Z', t.paper)
  o +=
    fill('M480 1080L970 1080Q960 1350 810 1370L640 1370Q490 1350 480 1080Z', t.ink) +
    oval(725, 1082, 245, 52, '#6d2d1f') +
    oval(725, 1086, 200, 36, t.paper) +
    oval(725, 1090, 120, 18, '#6d2d1f') +
    line('M962 1130Q1110 1130 1074 1230Q1040 1300 930 1290', t.ink, 40)
  o += p.clip(
    '<path d="M480 1080L970 1080Q960 1350 810 1370L640 1370Q490 1350 480 1080Z"/>',
    halftone(470, 1120, 520, 260, t.b, {
      pitch: 26,
      angle: 20,
      from: [1000, 1250],
      to: [560, 1200],
      max: 0.5,
    }) +
      oval(725, 1082, 245, 52, '#6d2d1f') +
      oval(725, 1086, 200, 36, t.paper) +
      oval(725, 1090, 120, 18, '#6d2d1f'),
  )
  o += fill('M706 1000L742 1000L744 1096L704 1096Z', t.paper)
  o +=
    box(0, 1366, 1200, 134, '#6d2d1f') +
    oval(725, 1372, 330, 26, t.paper) +
    box(0, 1366, 1200, 14, t.ink)
  o +=
    limb([276, 716, 190, 1080, 440, 1212], [120, 108, 68], t.skins[3]!) +
    limb([278, 706, 232, 900], [136, 148], t.paper) +
    hand(440, 1212, 2.1, 4, t.skins[3]!, 'hold')
  return o
}

const firstCup = (p: Press): string => {
  const { t } = p
  let o = box(0, 0, 1200, 1200, t.b)
  o += times(18, (i) =>
    fill(
      `M600 560L${(600 + Math.cos((i * Math.PI) / 9) * 1200).toFixed(0)} ${(560 + Math.sin((i * Math.PI) / 9) * 1200).toFixed(0)}L${(600 + Math.cos((i * Math.PI) / 9 + 0.16) * 1200).toFixed(0)} ${(560 + Math.sin((i * Math.PI) / 9 + 0.16) * 1200).toFixed(0)}Z`,
      '#d9743a',
    ),
  )
  o +=
    disc(600, 480, 380, t.a) +
    halftone(220, 90, 760, 760, '#fbe3a6', {
      pitch: 28,
      angle: 30,
      spot: [480, 300, 460],
      max: 0.5,
    })
  // two faces
  o +=
    limb([362, 480, 356, 590], [84, 92], mix(t.skins[2]!, '#5a1a20', 0.3)) +
    limb([856, 480, 862, 590], [84, 92], mix(t.skins[0]!, '#5a1a20', 0.3))
  o +=
    head(378, 420, 2.5, {
      skin: t.skins[2]!,
      cut: 'pony',
      hair: t.ink,
      mood: 'smile',
      ring: t.paper,
    }) +
    head(
      838,
      420,
      2.5,
      { skin: t.skins[0]!, cut: 'cap', hair: '#3f5f63', mood: 'laugh', beard: true },
      true,
    )
  o +=
    fill('M120 1200Q150 600 330 570L420 570Q520 640 500 1200Z', t.ink) +
    fill('M700 1200Q680 640 780 570L880 570Q1050 600 1080 1200Z', t.paper) +
    fill('M700 1200Q680 640 780 570L880 570Q1050 600 1080 1200Z', p.cloth('hoop', '#3f5f63', 70))
  o +=
    box(0, 1090, 1200, 110, '#6d2d1f') +
    line('M560 720q-40-50 0-100t0-100M640 720q-40-50 0-100t0-100', t.paper, 20)
  o +=
    oval(600, 1094, 270, 30, t.a) +
    fill('M400 780L800 780Q796 1060 690 1086L510 1086Q404 1060 400 780Z', t.paper) +
    oval(600, 782, 200, 40, '#3b2116')
  o += p.tone(
    'M400 830L800 830Q796 1060 690 1086L510 1086Q404 1060 400 830Z',
    400,
    830,
    400,
    260,
    t.a,
    { pitch: 26, from: [820, 1000], to: [500, 900], max: 0.5 },
  )
  o +=
    limb([190, 860, 150, 1060, 386, 960], [150, 130, 84], t.ink) +
    hand(372, 962, 2.3, -10, t.skins[2]!, 'hold') +
    limb([1010, 860, 1060, 1060, 820, 960], [150, 130, 84], '#3f5f63') +
    hand(832, 962, 2.3, 190, t.skins[0]!, 'hold', true)
  return o
}

export const scenes: Scene[] = [
  sheet(
    'cafe',
    1,
    [52, 46],
    'Eight people share a long table under a morning window, reading, laughing and drinking coffee.',
    longTable,
  ),
  sheet(
    'cafe',
    2,
    [54, 52],
    'A barista bends over the counter and pours milk in a long stream into a big dark cup.',
    pour,
  ),
  sheet(
    'cafe',
    3,
    [50, 50],
    'Two friends sit face to face in front of the sun with their hands around one steaming cup.',
    firstCup,
  ),
]
