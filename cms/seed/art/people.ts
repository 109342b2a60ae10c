// The regulars. A head is 100 units tall and looks to the right; flip turns a person round.
import { box, disc, fill, limb, line, mix, move, oval, type Pt } from './press.ts'

export type HairCut =
  | 'short'
  | 'bob'
  | 'afro'
  | 'bun'
  | 'long'
  | 'curly'
  | 'bald'
  | 'cap'
  | 'beanie'
  | 'scarf'
  | 'quiff'
  | 'pony'
  | 'none'
export type Mood = 'calm' | 'smile' | 'laugh' | 'sing' | 'down' | 'none'
export interface HeadLook {
  view?: 'side' | 'front' | 'back'
  tilt?: number
  skin: string
  cut?: HairCut
  hair?: string
  mood?: Mood
  beard?: boolean
  beardColor?: string
  glasses?: string
  ring?: string
  blush?: string
  shade?: string
}

const SIDE =
  'M-37-20C-39-62 12-66 31-45C37-36 36-22 37-15L50 9Q51 14 40 15L42 22L38 27L40 34Q34 38 36 46Q38 57 22 57L2 48C-24 44-41 16-37-20Z'
const FRONT = 'M-38-18C-40-64 40-64 38-18C38 22 26 57 0 58C-26 57-38 22-38-18Z'

const hairBack = (o: HeadLook, c: string): string => {
  const side = (o.view ?? 'side') === 'side'
  switch (o.cut) {
    case 'afro':
      return disc(side ? -16 : 0, -24, 64, c)
    case 'long':
      return side
        ? fill('M20-56C-40-80-68-30-62 20C-58 60-66 90-72 112C-40 122-14 112-2 96L0 0Z', c)
        : fill('M0-66C-70-66-58 30-66 104C-30 118 30 118 66 104C58 30 70-66 0-66Z', c)
    case 'bob':
      return side ? '' : fill('M0-66C-64-66-56 10-56 44Q0 60 56 44C56 10 64-66 0-66Z', c)
    case 'curly':
      return side
        ? [
            [-40, -30, 28],
            [-44, 4, 26],
            [-34, 32, 22],
            [-18, -52, 30],
          ]
            .map(([x, y, r]) => disc(x!, y!, r!, c))
            .join('')
        : [
            [-40, -22, 27],
            [40, -22, 27],
            [-42, 12, 22],
            [42, 12, 22],
            [-22, -50, 28],
            [22, -50, 28],
          ]
            .map(([x, y, r]) => disc(x!, y!, r!, c))
            .join('')
    case 'bun':
      return o.view === 'back' ? '' : disc(side ? -44 : 0, side ? -50 : -68, 25, c)
    case 'pony':
      return side ? fill('M-30-44C-92-54-96 16-74 62C-70 36-58 18-34 4Z', c) : ''
    case 'scarf':
      return side
        ? fill('M10-64C-60-70-60 0-54 50C-66 70-60 84-50 92L26 92Q36 70 24 56Z', c)
        : fill('M0-68C-66-68-54 20-56 60Q-66 84-52 92L52 92Q66 84 56 60C54 20 66-68 0-68Z', c)
    default:
      return ''
  }
}
const hairFront = (o: HeadLook, c: string): string => {
  const side = (o.view ?? 'side') === 'side'
  const crop = side
    ? 'M34-38C38-66-14-78-40-46C-52-22-44 20-30 36L-16 26Q-16 6-8-2Q4-10 2-24C14-30 24-32 34-38Z'
    : 'M-41-2C-50-74 50-74 41-2Q36-22 30-32C10-26-14-28-28-38Q-36-22-41-2Z'
  switch (o.cut) {
    case 'bald':
      return side
        ? fill('M-38-10C-46 10-40 30-28 38L-16 28Q-14 8-18-6Z', c)
        : fill('M-41-6Q-44 12-38 22L-34-8ZM41-6Q44 12 38 22L34-8Z', c)
    case 'none':
      return ''
    case 'bob':
      return side
        ? fill(
            'M37-30C36-78-46-84-56-24C-60 10-58 30-56 46Q-26 56-4 42C-8 20 0 6 4-14C16-22 28-24 37-30Z',
            c,
          )
        : fill('M-44 6C-52-76 52-76 44 6Q42-18 36-24L-36-24Q-42-18-44 6Z', c)
    case 'afro':
      return side
        ? fill('M33-40C10-84-70-60-56 0Q-44 36-24 36Q-14 10-6-4Q4-14 6-30Q20-34 33-40Z', c)
        : fill('M-42-4C-56-80 56-80 42-4Q38-30 22-36Q0-42-22-36Q-38-30-42-4Z', c)
    case 'curly':
      return side
        ? [
            [20, -48, 19],
            [-6, -50, 25],
            [-30, -30, 26],
            [-30, 2, 20],
            [-26, 24, 15],
          ]
            .map(([x, y, r]) => disc(x!, y!, r!, c))
            .join('')
        : [
            [-30, -38, 20],
            [-8, -48, 22],
            [16, -46, 21],
            [34, -32, 17],
          ]
            .map(([x, y, r]) => disc(x!, y!, r!, c))
            .join('')
    case 'cap':
      return side
        ? fill('M-42-16C-56-66 10-84 36-44L62-28Q64-18 50-18L30-22Q-6-26-42-16Z', c)
        : fill('M-44-14C-62-72 62-72 44-14L54-8Q0-32-54-8Z', c)
    case 'beanie':
      return side
        ? fill('M-44-8C-56-80 30-88 38-28L36-22Q-6-26-44-8Z', c) +
            line('M-42-8Q-6-26 36-24', mix(c, '#000000', 0.25), 15)
        : fill('M-42-14C-50-84 50-84 42-14Z', c) +
            line('M-38-18Q0-28 38-18', mix(c, '#000000', 0.25), 16)
    case 'scarf':
      return side
        ? fill('M38-34C30-76-50-84-56-10C-56 30-40 66 22 76L24 56Q-8 40-4 4Q2-24 38-34Z', c)
        : fill(
            'M0-68C-64-68-56 10-52 40Q-34 72 0 76Q34 72 52 40C56 10 64-68 0-68ZM0-42C28-42 32-20 30 4C28 36 14 54 0 54C-14 54-28 36-30 4C-32-20-28-42 0-42Z',
            c,
            'fill-rule="evenodd"',
          )
    case 'quiff':
      return side
        ? fill(
            'M34-36C58-50 52-86 14-82C-36-84-60-34-36 18L-18 14Q-16-4-6-8L0-26C14-30 24-32 34-36Z',
            c,
          )
        : fill(
            'M-41-6C-50-50-30-92 14-84C52-80 48-30 41-6Q38-24 32-34C8-28-12-32-24-42Q-36-24-41-6Z',
            c,
          )
    default:
      return fill(crop, c)
  }
}

export function head(x: number, y: number, s: number, o: HeadLook, flip = false): string {
  const c = o.hair ?? '#222222'
  const ink = mix(o.skin, '#170d10', 0.8)
  const low = o.shade ?? mix(o.skin, '#5a1a20', 0.3)
  const hat = o.cut === 'cap' || o.cut === 'beanie'
  const bc = o.beardColor ?? (hat ? '#2b1a16' : c)
  const view = o.view ?? 'side'
  let out = hairBack(o, c)
  if (view === 'back') {
    out += fill(FRONT, o.skin) + disc(-39, 6, 10, low) + disc(39, 6, 10, low)
    out +=
      o.cut === 'bald'
        ? line('M-30 30Q0 40 30 30', low, 6)
        : fill('M-42 4C-54-76 54-76 42 4Q36 40 22 42L-22 42Q-36 40-42 4Z', c)
    const lit = o.shade === c ? c : mix(c, '#ffffff', 0.08)
    if (o.cut === 'bun') out += disc(0, o.shade === c ? -66 : -38, 27, lit)
    if (o.cut === 'pony') out += fill('M-14-30C-20 20-22 60 0 92C22 60 20 20 14-30Z', lit)
    return move(x, y, out, s, o.tilt, flip)
  }
  if (view === 'side') {
    out += fill(SIDE, o.skin)
    if (o.beard)
      out += fill(
        'M-14 4Q-2 24 16 24Q26 20 41 18L42 22L30 27L40 34Q46 70 16 68C-6 66-16 34-14 4Z',
        bc,
      )
    if (o.blush) out += disc(18, 16, 10, o.blush, 'opacity=".6"')
    out += hairFront(o, c)
    if (o.cut !== 'scarf' && o.cut !== 'bob') out += oval(-9, 6, 8, 12, low)
    if (o.mood !== 'none') {
      out +=
        o.mood === 'laugh' || o.mood === 'down' || o.mood === 'sing'
          ? line('M13-7Q21 1 29-7', ink, 4.5)
          : oval(24, -7, 4, 5.5, ink)
      out += line('M12-22Q20-29 31-24', ink, 4.5)
      out +=
        o.mood === 'laugh'
          ? fill('M40 22L20 20Q18 36 40 34Z', ink) + fill('M40 22L21 20.5L22 25L40 26Z', '#fff6e6')
          : o.mood === 'sing'
            ? fill('M42 20L22 24Q20 42 40 38Z', ink)
            : line(o.mood === 'smile' ? 'M38 27Q27 32 21 22' : 'M38 28L25 28', ink, 4.5)
    }
    if (o.glasses)
      out += `<g fill="none" stroke="${o.glasses}" stroke-width="5"><circle cx="25" cy="-6" r="14"/><path d="M12-8L-10-4M39-8L42-8"/></g>`
    if (o.ring) out += disc(-9, 26, 7, o.ring)
  } else {
    out += disc(-39, 4, 10, low) + disc(39, 4, 10, low) + fill(FRONT, o.skin)
    out += fill(
      'M4-51L4-10L15 16L5 20L5 58C27 56 38 22 38-18C37-42 22-51 4-51Z',
      low,
      'opacity=".85"',
    )
    if (o.beard)
      out += fill(
        'M-38-2Q-30 20-18 21Q0 14 18 21Q30 20 38-2C40 46 24 72 0 72C-24 72-40 46-38-2Z',
        bc,
      )
    if (o.blush)
      out += disc(-22, 18, 10, o.blush, 'opacity=".6"') + disc(24, 18, 10, o.blush, 'opacity=".6"')
    out += hairFront(o, c)
    const shut = o.mood === 'laugh' || o.mood === 'down' || o.mood === 'sing'
    out += shut
      ? line('M-25-6Q-17 2-9-6M11-6Q19 2 27-6', ink, 4.5)
      : oval(-16, -6, 4.2, 5.5, ink) + oval(19, -6, 4.2, 5.5, ink)
    out += line('M-27-21Q-18-28-8-23M12-23Q20-28 28-21', ink, 4.5)
    out +=
      o.mood === 'laugh'
        ? fill('M-15 28L19 28Q16 48 2 48Q-12 48-15 28Z', ink) +
          fill('M-13 28L17 28L15 34L-11 34Z', '#fff6e6')
        : o.mood === 'sing'
          ? oval(2, 36, 10, 12, ink)
          : line(
              o.mood === 'calm' || o.mood === 'down' ? 'M-9 35L12 35' : 'M-13 31Q2 44 17 31',
              ink,
              4.5,
            )
    if (o.glasses)
      out += `<g fill="none" stroke="${o.glasses}" stroke-width="5"><circle cx="-17" cy="-5" r="15"/><circle cx="19" cy="-5" r="15"/><path d="M-2-6L4-6"/></g>`
    if (o.ring) out += disc(-40, 24, 8, o.ring) + disc(40, 24, 8, o.ring)
  }
  return move(x, y, out, s, o.tilt, flip)
}

export type HandKind = 'open' | 'fist' | 'flat' | 'point' | 'hold'
// Wrist at 0,0, fingers to the right, thumb up (or down when flipped).
export function hand(
  x: number,
  y: number,
  s: number,
  angle: number,
  skin: string,
  kind: HandKind = 'flat',
  flip = false,
): string {
  const low = mix(skin, '#5a1a20', 0.3)
  const finger = (d: string, w = 15) => line(d, skin, w)
  const body = {
    open:
      fill('M-6-14Q20-30 44-22L44 24Q18 28-6 14Z', skin) +
      finger('M40-18L78-36M44-6L90-10M42 8L86 14M38 18L70 34') +
      finger('M14-14Q22-34 36-46', 17),
    fist:
      fill('M-6-15Q10-28 40-27Q60-26 60-4Q60 24 38 25Q10 26-6 15Z', skin) +
      line('M34-12L58-12M34 1L60 1M34 13L56 13', low, 3.5) +
      finger('M16-18Q34-34 46-20', 16),
    flat:
      fill('M-6-14Q20-24 46-18L86-8Q94 0 84 6L70 16Q40 26-6 14Z', skin) +
      line('M50-6L80-2M48 6L74 10', low, 3) +
      finger('M14-12Q30-30 48-32', 16),
    point:
      fill('M-6-15Q10-26 42-22Q52 0 46 22Q10 26-6 15Z', skin) +
      finger('M38-14L96-18', 16) +
      line('M28 0L48 1M28 12L44 12', low, 3.5) +
      finger('M10-10Q24-26 36-26', 16),
    hold:
      fill('M-6-15Q8-26 30-24L34 22Q10 26-6 15Z', skin) +
      line('M26-14L62-16M28-1L66-2M28 12L62 13M26 22L54 25', skin, 15) +
      line('M36-8L62-9M38 5L62 6M36 18L56 19', low, 3) +
      finger('M10-14Q22-38 44-40', 17),
  }[kind]
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)}) scale(${s} ${flip ? -s : s})">${body}</g>`
}

export interface Arm {
  e: Pt
  h: Pt
  hand?: HandKind
  turn?: number
  thumb?: 'up' | 'down'
  behind?: boolean
  hold?: string
}
export interface Leg {
  k: Pt
  f: Pt
  toe?: number
}
export interface Body extends HeadLook {
  top: string
  print?: string
  low?: string
  shoe?: string
  hip?: Pt
  girth?: number
  sleeve?: 'long' | 'short' | 'none'
  sleeveColor?: string
  headAt?: Pt
  faceLeft?: boolean
  left?: Arm
  right?: Arm
  legs?: [Leg, Leg]
  apron?: string
  skirt?: string
  collar?: string
  hem?: number
}
// Neck root at 0,0; shoulders at ±50,30; hips near 0,190.
export function person(x: number, y: number, s: number, o: Body, flip = false): string {
  const [hx, hy] = o.hip ?? [0, 190]
  const g = o.girth ?? 1
  const hw = 44 * g
  const sh = 58 * g
  const lowSkin = mix(o.skin, '#5a1a20', 0.3)
  const arm = (a: Arm | undefined, sx: number): string => {
    if (!a) return ''
    const from: Pt = [sx, 32]
    const ang = (Math.atan2(a.h[1] - a.e[1], a.h[0] - a.e[0]) * 180) / Math.PI
    const cuff: Pt = [a.e[0] + (a.h[0] - a.e[0]) * 0.86, a.e[1] + (a.h[1] - a.e[1]) * 0.86]
    const mid: Pt = [from[0] + (a.e[0] - from[0]) * 0.62, from[1] + (a.e[1] - from[1]) * 0.62]
    const c = o.sleeveColor ?? (a.behind ? mix(o.top, '#1a1014', 0.2) : o.top)
    const flesh = a.behind ? mix(o.skin, '#5a1a20', 0.14) : o.skin
    return (
      limb([...from, ...a.e, ...a.h], [36, 31, 21], flesh) +
      (a.hold ?? '') +
      (o.sleeve === 'none'
        ? ''
        : o.sleeve === 'short'
          ? limb([...from, ...mid], [42, 44], c)
          : limb([...from, ...a.e, ...cuff], [42, 38, 29], c)) +
      hand(a.h[0], a.h[1], 0.66, a.turn ?? ang, flesh, a.hand ?? 'flat', a.thumb === 'down')
    )
  }
  const leg = (l: Leg, sx: number): string => {
    const c = o.low ?? '#222222'
    const t = l.toe ?? 1
    return (
      limb([hx + sx, hy - 4, ...l.k, ...l.f], [54 * g, 44, 30], c) +
      move(
        l.f[0],
        l.f[1],
        fill('M-16-4L16-4Q20 6 44 12Q58 20 52 26L-18 26Z', o.shoe ?? '#1c1616'),
        1,
        0,
        t < 0,
      )
    )
  }
  const torso = `M-18-4Q${-sh} 4 ${-sh - 4} 46C${-sh - 2} 90 ${hx - hw} ${hy - 70} ${hx - hw - 4} ${hy + (o.hem ?? 6)}L${hx + hw + 4} ${hy + (o.hem ?? 6)}C${hx + hw} ${hy - 70} ${sh + 2} 90 ${sh + 4} 46Q${sh} 4 18-4Q0 12-18-4Z`
  const [ax, ay] = o.headAt ?? [4, -62]
  let out = ''
  if (o.left?.behind) out += arm(o.left, -48 * g)
  if (o.right?.behind) out += arm(o.right, 48 * g)
  if (o.legs) out += leg(o.legs[0], -20) + leg(o.legs[1], 20)
  if (o.skirt) out += fill(o.skirt, o.low ?? o.top)
  out += limb([-2, 10, ax - 6, ay + 20], [38, 34], o.view === 'back' ? o.skin : lowSkin)
  out += fill(torso, o.top) + (o.print ? fill(torso, o.print) : '')
  if (o.collar) out += fill('M-24-6L0 30L24-6L32 6L2 52L-32 6Z', o.collar)
  if (o.apron)
    out +=
      fill(
        `M-28 50L28 50L${hx + hw + 6} ${hy - 50}L${hx + hw + 6} ${hy + 90}L${hx - hw - 6} ${hy + 90}L${hx - hw - 6} ${hy - 50}Z`,
        o.apron,
      ) + line('M-26 52L-20 2M26 52L20 2', o.apron, 9)
  out += head(ax, ay, 1, o, o.faceLeft)
  if (o.left && !o.left.behind) out += arm(o.left, -48 * g)
  if (o.right && !o.right.behind) out += arm(o.right, 48 * g)
  return move(x, y, out, s, 0, flip)
}

// A standing company of regulars; pick one by number and dress them from the sheet's inks.
export function cast(i: number, skins: string[], clothes: string[]): Body {
  const cuts: HairCut[] = [
    'curly',
    'short',
    'bun',
    'cap',
    'afro',
    'bob',
    'quiff',
    'scarf',
    'beanie',
    'pony',
    'bald',
    'long',
  ]
  const tones = ['#221a1c', '#5a2a1a', '#1b1618', '#d9d2c4', '#2a1d1a', '#9c4a20']
  const skin = skins[(i * 3 + 1) % 5]!
  const cut = cuts[i % 12]!
  const dyed = cut === 'scarf' || cut === 'cap' || cut === 'beanie'
  return {
    skin,
    cut,
    hair: dyed
      ? clothes[(i + 1) % clothes.length]!
      : skins.indexOf(skin) > 2 && i % 6 !== 3
        ? '#1b1618'
        : tones[(i * 5 + 2) % 6]!,
    mood: (['smile', 'laugh', 'calm', 'smile'] as const)[i % 4]!,
    beard: i % 12 === 10 || i % 12 === 1,
    glasses: i % 7 === 5 ? '#1b1618' : undefined,
    top: clothes[i % clothes.length]!,
  }
}

// Things in the hand, foot of the object at 0,0.
export const pint = (beer: string, foam: string, s = 1, rim = '#00000000'): string =>
  move(
    0,
    0,
    fill('M-34-108L34-108L26 0L-26 0Z', beer) +
      fill(
        'M-39-108Q-44-132-22-134Q-10-148 6-138Q24-146 34-130Q48-118 39-104Q20-92 10-100Q2-78-8-100Q-26-92-39-108Z',
        foam,
        `stroke="${rim}" stroke-width="5"`,
      ),
    s,
  )
export const cup = (c: string, s = 1): string =>
  move(
    0,
    0,
    fill('M-40-52L40-52Q40-4 14 0L-14 0Q-40-4-40-52Z', c) +
      line('M38-42Q66-42 58-24Q50-10 30-12', c, 10) +
      box(-54, -2, 108, 9, c, 4),
    s,
  )
export const coupe = (glass: string, drink: string, s = 1): string =>
  move(
    0,
    0,
    fill('M-58-150L58-150Q52-92 0-90Q-52-92-58-150Z', glass) +
      fill('M-50-138L50-138Q44-100 0-98Q-44-100-50-138Z', drink) +
      box(-4, -92, 8, 90, glass) +
      fill('M-36 0Q0-14 36 0Z', glass),
    s,
  )
