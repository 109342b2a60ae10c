// Home: the building, people on their way to it, and a table.

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
  over,
  type Press,
  type Pt,
  type Scene,
  sheet,
  times,
} from './press.ts'
import { cup, pint } from './things.ts'

const clothes = ['#e4572e', '#f3ead7', '#2d5d8a', '#efb15a', '#7d2f2a']

const house = (p: Press): string => {
  const { t } = p
  const night = '#1b2f4a'
  const amber = '#f2b65c'
  const room = (x: number, y: number, w: number, h: number, wall: string, inside: string) =>
    box(x - 12, y - 12, w + 24, h + 24, t.paper) +
    p.clip(`<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`, box(x, y, w, h, wall) + inside)
  const who = (
    i: number,
    x: number,
    y: number,
    s: number,
    overrides: Partial<Body> = {},
    flip = false,
  ) => person(x, y, s, { ...castMember(i, t.skins, clothes), ...overrides }, flip)
  let o = box(0, 0, 1600, 1200, t.b)
  o += halftone(0, 0, 1600, 700, night, {
    pitch: 30,
    angle: 30,
    from: [0, 0],
    to: [0, 720],
    max: 0.62,
  })
  o +=
    disc(1235, 360, 290, t.a) +
    halftone(940, 70, 590, 580, amber, { pitch: 26, angle: 62, spot: [1330, 250, 300], max: 0.55 })
  o += fill(
    'M0 1010L0 700L120 700L120 620L230 620L230 760L330 760L330 1010ZM1290 1010L1290 730L1370 670L1450 730L1450 640L1600 640L1600 1010Z',
    night,
  )
  o +=
    box(30, 760, 44, 60, amber) +
    box(140, 680, 44, 60, amber) +
    box(1490, 700, 50, 70, amber) +
    box(1340, 770, 50, 64, t.a)
  // the house front
  o += fill(
    'M300 1030L300 330L560 330L560 200L640 130L800 90L960 130L1040 200L1040 330L1300 330L1300 1030Z',
    t.ink,
  )
  o +=
    box(360, 230, 70, 110, t.ink) +
    box(1170, 250, 70, 90, t.ink) +
    box(284, 322, 290, 22, t.a) +
    box(1026, 322, 290, 22, t.a) +
    line('M560 206L640 136L800 96L960 136L1040 206', t.a, 22)
  o += box(300, 648, 1000, 20, t.a)
  // top floor: the members' room, the hall with its band, the kitchens
  o += room(
    350,
    390,
    200,
    230,
    t.a,
    who(4, 430, 520, 0.92, { right: { e: [70, 110], h: [30, 20], hand: 'open' } }) +
      who(2, 520, 530, 0.86, { mood: 'laugh' }, true) +
      box(350, 590, 200, 40, '#7d2f2a'),
  )
  o += room(
    612,
    230,
    376,
    390,
    amber,
    fill('M800 230L960 640L640 640Z', '#f8dfa6') +
      who(0, 708, 450, 0.98, {
        mood: 'sing',
        top: t.b,
        right: {
          e: [60, 100],
          h: [88, -14],
          hand: 'hold',
          hold: line('M88-14L70-40', t.ink, 10) + disc(66, -46, 14, t.ink),
        },
      }) +
      person(
        892,
        452,
        1,
        {
          ...castMember(8, t.skins, clothes),
          top: t.a,
          left: { e: [-96, 110], h: [-110, 60], hand: 'hold', behind: true },
          right: { e: [70, 130], h: [0, 150], hand: 'flat' },
        },
        false,
      ) +
      move(
        892,
        590,
        fill('M-40 0C-70-50 30-60 50-10C80 40-20 70-40 0Z', '#7d2f2a') +
          limb([-10, -20, -150, -80], [16, 12], '#7d2f2a'),
      ) +
      box(612, 596, 376, 30, '#7d2f2a') +
      fill('M612 230L690 230Q680 460 612 560ZM988 230L910 230Q920 460 988 560Z', t.a) +
      fill('M612 230L650 230Q644 420 612 500ZM988 230L950 230Q956 420 988 500Z', '#7d2f2a'),
  )
  o += room(
    1050,
    390,
    200,
    230,
    '#9dbbd0',
    who(10, 1110, 520, 0.9, {
      top: t.paper,
      apron: t.b,
      beard: false,
      cut: 'scarf',
      hair: t.a,
      right: { e: [70, 100], h: [110, 70], hand: 'fist' },
    }) +
      fill('M1180 560C1150 500 1210 480 1196 430C1240 470 1260 510 1230 560Z', t.a) +
      box(1050, 584, 200, 40, t.b) +
      fill('M1160 556L1250 556L1240 586L1170 586Z', t.ink),
  )
  // ground floor: cafe, door, beer hall
  o += room(
    350,
    712,
    300,
    210,
    '#f6d9a0',
    who(5, 410, 820, 0.92, {}, false) +
      who(6, 500, 820, 0.92, { mood: 'laugh' }) +
      who(9, 596, 820, 0.92, {}, true) +
      box(350, 890, 300, 40, t.a) +
      times(3, (i) => move(400 + i * 100, 892, cup(t.paper, 0.5))),
  )
  o += room(
    950,
    712,
    300,
    210,
    t.b,
    who(7, 1008, 820, 0.92) +
      who(1, 1102, 822, 0.92, {
        mood: 'laugh',
        right: {
          e: [50, 90],
          h: [56, -4],
          hand: 'hold',
          hold: move(56, 30, pint(amber, t.paper, 0.6)),
        },
      }) +
      who(11, 1200, 820, 0.92, {}, true) +
      box(950, 890, 300, 40, amber) +
      times(2, (i) => move(1050 + i * 110, 894, pint('#e8a11c', t.paper, 0.5))),
  )
  o +=
    fill('M690 1030L690 800A110 110 0 0 1 910 800L910 1030Z', t.paper) +
    fill('M708 1030L708 800A92 92 0 0 1 892 800L892 1030Z', amber)
  // pavement and the people arriving
  o +=
    box(0, 1022, 1600, 178, mix(t.ink, t.b, 0.35)) +
    fill('M700 1022L900 1022L1130 1200L470 1200Z', amber) +
    halftone(480, 1030, 640, 170, mix(t.ink, t.b, 0.35), {
      pitch: 24,
      from: [0, 1210],
      to: [0, 1020],
      max: 0.5,
    })
  const walk = (
    i: number,
    x: number,
    y: number,
    s: number,
    overrides: Partial<Body>,
    flip = false,
  ) =>
    who(
      i,
      x,
      y,
      s,
      {
        low: t.ink,
        legs: [
          { k: [-34, 300], f: [-66, 405] },
          { k: [44, 296], f: [50, 408] },
        ],
        left: { e: [-80, 110], h: [-70, 186], behind: true },
        right: { e: [52, 120], h: [92, 170] },
        ...overrides,
      },
      flip,
    )
  o +=
    walk(4, 772, 810, 0.52, { top: t.b, view: 'back', low: t.ink }) +
    walk(9, 842, 814, 0.5, { top: t.a, view: 'back' })
  o +=
    walk(0, 395, 790, 0.78, {
      top: t.a,
      low: t.paper,
      mood: 'laugh',
      right: { e: [74, 80], h: [130, 40], hand: 'open' },
    }) + walk(7, 250, 800, 0.76, { top: t.paper, low: t.ink })
  o +=
    walk(8, 1195, 790, 0.78, { top: '#efb15a', low: t.b }, true) +
    walk(5, 1330, 796, 0.77, { top: t.a, low: t.paper, mood: 'laugh' }, true)
  o +=
    walk(3, 90, 795, 0.77, { top: '#efb15a', low: t.paper }) +
    walk(6, 1500, 795, 0.77, { top: t.paper, low: '#7d2f2a' }, true)
  return o
}

const street = (p: Press): string => {
  const { t } = p
  let o = box(0, 0, 1200, 1500, t.a) + disc(600, 560, 470, '#f6cf7d')
  o += halftone(130, 90, 940, 940, t.a, {
    pitch: 30,
    angle: 20,
    from: [600, 1040],
    to: [600, 300],
    max: 0.55,
  })
  o += over(
    fill(
      'M0 1500L0 260L150 180L150 420L260 420L260 1500ZM1200 1500L1200 330L1080 330L1080 200L960 300L960 1500Z',
      t.b,
    ),
  )
  o += times(
    4,
    (i) =>
      box(50, 480 + i * 170, 60, 90, '#f6cf7d') +
      box(1010 + (i % 2) * 80, 420 + i * 170, 56, 84, '#f6cf7d'),
  )
  const stripe = p.cloth('hoop', t.b, 44)
  const wine = '#7d2f2a'
  const check = p.cloth('check', '#9b4034', 46)
  o += box(0, 1400, 1200, 100, t.ink)
  const leg = (d: number): Body['legs'] => [
    { k: [-30 + d, 318], f: [-50 + d, 455], toe: -1 },
    { k: [40 + d, 312], f: [44 + d, 460] },
  ]
  o +=
    limb([690, 590, 850, 540, 1020, 610], [96, 84, 56], t.skins[3]!) +
    limb([690, 590, 850, 540, 1000, 596], [104, 96, 78], wine) +
    limb([510, 590, 360, 550, 186, 634], [96, 84, 56], t.skins[3]!) +
    limb([510, 590, 360, 550, 206, 618], [104, 96, 78], wine)
  o += person(920, 560, 1.92, {
    skin: t.skins[0]!,
    view: 'side',
    faceLeft: true,
    headAt: [-4, -62],
    cut: 'cap',
    hair: t.ink,
    beard: true,
    mood: 'laugh',
    top: t.ink,
    low: t.b,
    legs: leg(6),
    girth: 1.15,
    collar: t.a,
    right: { e: [106, 120], h: [76, 206], hand: 'fist' },
  })
  o += person(285, 580, 1.9, {
    skin: t.skins[1]!,
    view: 'side',
    cut: 'bob',
    hair: '#1d1a17',
    mood: 'laugh',
    glasses: t.ink,
    top: t.paper,
    print: stripe,
    low: t.ink,
    legs: leg(-6),
    left: { e: [-108, 110], h: [-86, 190], hand: 'open' },
  })
  o += person(600, 520, 2.1, {
    skin: t.skins[3]!,
    view: 'front',
    cut: 'afro',
    hair: '#1d1a17',
    mood: 'laugh',
    ring: '#f6cf7d',
    top: wine,
    print: check,
    low: t.paper,
    legs: leg(0),
  })
  o +=
    hand(1010, 600, 1.5, 62, t.skins[3]!, 'hold') +
    hand(196, 624, 1.5, 118, t.skins[3]!, 'hold', true)
  return o
}

const table = (p: Press): string => {
  const { t } = p
  const plank = mix(t.a, '#f3ead7', 0.1)
  let o =
    box(0, 0, 1200, 1200, t.b) +
    times(8, (i) => box(0, i * 150 + 146, 1200, 6, t.ink)) +
    disc(600, 600, 512, t.ink) +
    disc(600, 590, 500, plank)
  o += p.clip(
    '<circle cx="600" cy="590" r="500"/>',
    halftone(80, 90, 1040, 1000, '#ef8a55', {
      pitch: 30,
      angle: 30,
      spot: [420, 400, 620],
      max: 0.5,
    }),
  )
  const place = (deg: number, r: number): Pt => [
    600 + Math.cos((deg * Math.PI) / 180) * r,
    595 + Math.sin((deg * Math.PI) / 180) * r,
  ]
  const glass = (x: number, y: number, r: number, drink: string) =>
    disc(x + 14, y + 18, r, mix(t.a, t.ink, 0.45)) +
    disc(x, y, r, t.paper) +
    disc(x, y, r * 0.82, drink)
  const reach = (
    deg: number,
    to: Pt,
    skin: string,
    sleeve: string,
    kind: 'open' | 'hold' | 'flat' | 'point',
    side: number,
    thumb = false,
  ): string => {
    const from = place(deg, 760)
    const far = place(deg + side, 560)
    const ang = (Math.atan2(to[1] - far[1], to[0] - far[0]) * 180) / Math.PI
    const cuff: Pt = [far[0] + (to[0] - far[0]) * 0.55, far[1] + (to[1] - far[1]) * 0.55]
    return (
      limb([...from, ...far, ...to], [120, 96, 62], skin) +
      limb([...from, ...far, ...cuff], [150, 130, 104], sleeve) +
      hand(to[0], to[1], 2.05, ang, skin, kind, thumb)
    )
  }
  // a plate with bread, hands and glasses, two cards
  o +=
    disc(612, 612, 168, mix(t.a, t.ink, 0.4)) +
    disc(600, 596, 164, t.paper) +
    disc(600, 596, 122, t.b) +
    fill('M520 590Q540 500 630 510Q700 530 680 610Q650 690 570 670Q510 650 520 590Z', '#f6cf7d') +
    line('M560 560L590 630M600 540L632 618M642 540L662 590', t.a, 14)
  o +=
    reach(200, [330, 560], t.skins[3]!, t.paper, 'hold', 10) +
    glass(398, 548, 62, '#e8a11c') +
    disc(398, 548, 40, '#fff4da')
  o += reach(262, [556, 300], t.skins[0]!, t.ink, 'flat', -8)
  o += reach(318, [760, 420], t.skins[4]!, '#f6cf7d', 'open', -10)
  o +=
    reach(20, [890, 640], t.skins[1]!, '#7d2f2a', 'hold', -14, true) +
    glass(826, 618, 56, '#3b2116')
  o +=
    reach(75, [690, 880], t.skins[2]!, t.paper, 'hold', 10) +
    glass(668, 816, 60, '#e4572e') +
    fill('M668 816L712 780A57 57 0 0 1 722 832Z', '#f6cf7d')
  o += reach(132, [424, 790], t.skins[0]!, '#efb15a', 'open', 12)
  o +=
    glass(330, 372, 50, '#3b2116') + glass(985, 450, 58, '#e8a11c') + disc(985, 450, 36, '#fff4da')
  o +=
    move(330, 740, box(-40, -56, 80, 112, t.paper, 8) + disc(0, 0, 22, t.a), 1, -24) +
    move(286, 700, box(-40, -56, 80, 112, t.ink, 8) + disc(0, 0, 22, t.paper), 1, -50)
  return o
}

export const scenes: Scene[] = [
  sheet(
    'home',
    1,
    [50, 58],
    'A tall house at dusk with a lit room in every window and neighbours walking in through the arched door.',
    house,
  ),
  sheet(
    'home',
    2,
    [50, 40],
    'Three friends walk arm in arm down the street in front of a low sun, laughing.',
    street,
  ),
  sheet(
    'home',
    3,
    [50, 50],
    'A round table seen from above, with six hands reaching in for bread, beer and coffee.',
    table,
  ),
]
