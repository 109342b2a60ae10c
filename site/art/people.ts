// People: bodies, hands and a cast. Everybody looks to the right; `flip` mirrors a person.
import { type HairCut, type HeadLook, head } from './heads.ts'
import { fill, limb, line, mix, move, type Pt } from './press.ts'

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

// Points are relative to the root of the neck.
export interface Arm {
  /** The elbow. */
  e: Pt
  /** The wrist. */
  h: Pt
  hand?: HandKind
  /** The angle of the hand in degrees; by default the direction of the lower arm. */
  turn?: number
  thumb?: 'up' | 'down'
  /** Whether the arm is behind the body. */
  behind?: boolean
  /** SVG of an object in the hand. */
  hold?: string
}
export interface Leg {
  /** The knee. */
  k: Pt
  /** The foot. */
  f: Pt
  /** Negative if the foot points to the left. */
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

// Returns one of the people who appear in several pictures, by number, in clothes of the given colours.
export function castMember(i: number, skins: string[], clothes: string[]): Body {
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
