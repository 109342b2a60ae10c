// Drawing primitives: colours, shapes, halftones, and the clip paths and patterns of a picture.
import { type ColorPage, inksOf } from '../../cms/venue/inks.ts'
import {
  advanceOf,
  inCapitals,
  measureTextWidth,
  unitsPerEm,
} from '../../cms/venue/letter-widths.ts'
import { glyphs } from './glyphs.ts'

export interface Theme {
  paper: string
  ink: string
  a: string
  b: string
  dark: boolean
  skins: string[]
}
export interface Scene {
  name: string
  width: number
  height: number
  focal: { x: number; y: number }
  alt: string
  svg: string
}
export type Pt = [number, number]

const daylightSkins = ['#f2c6a0', '#dd9b6b', '#b5734a', '#84492e', '#663a26']
const skins: Partial<Record<ColorPage, string[]>> = {
  cocktails: ['#f0bfa0', '#d48c70', '#a85f50', '#7d4040', '#562c36'],
  hall: ['#ffc2ae', '#ee917f', '#b85f70', '#84426a', '#5a2f60'],
  'common-room': ['#ecc08a', '#cf9558', '#a06a38', '#754a28', '#523219'],
}
/** A section's colours, with short names for the drawings, and skin tones for its light. */
export function themeOf(section: ColorPage): Theme {
  const { paper, ink, spotA: a, spotB: b, dark } = inksOf(section)
  return { paper, ink, a, b, dark, skins: skins[section] ?? daylightSkins }
}

const n = (v: number): string => String(Math.round(v * 10) / 10)
const rgb = (hex: string): number[] => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
export const mix = (from: string, to: string, t: number): string =>
  '#' +
  rgb(from)
    .map((v, i) =>
      Math.round(v + ((rgb(to)[i] ?? 0) - v) * t)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')

// Basic shapes ---------------------------------------------------------------
export const fill = (d: string, color: string, extra = ''): string =>
  `<path d="${d}" fill="${color}" ${extra}/>`
export const line = (d: string, color: string, w: number, extra = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(w)}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
export const disc = (x: number, y: number, r: number, color: string, extra = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${color}" ${extra}/>`
export const oval = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  color: string,
  extra = '',
): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${color}" ${extra}/>`
export const box = (
  x: number,
  y: number,
  w: number,
  h: number,
  color: string,
  r = 0,
  extra = '',
): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${color}" ${extra}/>`
export const over = (svg: string): string => `<g style="mix-blend-mode:multiply">${svg}</g>`
export const glow = (svg: string): string => `<g style="mix-blend-mode:screen">${svg}</g>`
export const move = (x: number, y: number, svg: string, s = 1, rot = 0, flip = false): string =>
  `<g transform="translate(${n(x)} ${n(y)})${rot ? ` rotate(${n(rot)})` : ''}${s !== 1 || flip ? ` scale(${flip ? -s : s} ${s})` : ''}">${svg}</g>`
export const poly = (...pts: Pt[]): string =>
  `M${pts.map((p) => `${n(p[0])} ${n(p[1])}`).join('L')}Z`
export const times = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

// A limb: a bent ribbon whose width changes from joint to joint. Joints are x, y, x, y …
export function limb(ordinates: number[], widths: number[], color: string, bend = 0.34): string {
  const path: { p: Pt; w: number }[] = []
  const joints = Array.from(
    { length: ordinates.length / 2 },
    (_, i): Pt => [ordinates[2 * i]!, ordinates[2 * i + 1]!],
  )
  const at = (a: Pt, b: Pt, t: number): Pt => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
  for (const [i, j] of joints.entries()) {
    const prev = joints[i - 1]
    const next = joints[i + 1]
    const w = widths[i] ?? widths[widths.length - 1] ?? 10
    if (!prev || !next) {
      path.push({ p: j, w })
      continue
    }
    const from = at(j, prev, bend)
    const to = at(j, next, bend)
    for (let k = 0; k <= 5; k++)
      path.push({ p: at(at(from, j, k / 5), at(j, to, k / 5), k / 5), w })
  }
  // Each step is one facet. All facets have the same winding direction, so that tight elbows have no holes.
  const edge = path.map(({ p, w }, i): [Pt, Pt] => {
    const a = (path[i - 1] ?? path[i])!.p
    const b = (path[i + 1] ?? path[i])!.p
    const len = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    const nx = (-(b[1] - a[1]) / len) * w * 0.5
    const ny = ((b[0] - a[0]) / len) * w * 0.5
    return [
      [p[0] + nx, p[1] + ny],
      [p[0] - nx, p[1] - ny],
    ]
  })
  let d = ''
  for (let i = 1; i < edge.length; i++) {
    const q: Pt[] = [edge[i - 1]![0], edge[i]![0], edge[i]![1], edge[i - 1]![1]]
    const area = q.reduce(
      (sum, v, k) => sum + v[0] * q[(k + 1) % 4]![1] - q[(k + 1) % 4]![0] * v[1],
      0,
    )
    d += poly(...(area < 0 ? q.reverse() : q))
  }
  for (const { p, w } of path)
    d += `M${n(p[0] - w / 2)} ${n(p[1])}a${n(w / 2)} ${n(w / 2)} 0 1 1 ${n(w)} 0a${n(w / 2)} ${n(w / 2)} 0 1 1 ${n(-w)} 0Z`
  return fill(d, color)
}

// A halftone: dots on a rotated grid. Their size follows a linear gradient, or a radial gradient with `spot`.
export interface HalftoneOptions {
  pitch?: number
  angle?: number
  from?: Pt
  to?: Pt
  spot?: [number, number, number]
  max?: number
}
export function halftone(
  x: number,
  y: number,
  w: number,
  h: number,
  color: string,
  o: HalftoneOptions = {},
): string {
  // large areas get a coarser screen
  const pitch = (o.pitch ?? 24) * (w * h > 900000 ? 1.5 : w * h > 400000 ? 1.3 : 1)
  const rot = ((o.angle ?? 24) * Math.PI) / 180
  const [cx, cy] = [x + w / 2, y + h / 2]
  const reach = Math.ceil(Math.hypot(w, h) / 2 / pitch)
  const [fx, fy] = o.from ?? [x, y]
  const [tx, ty] = o.to ?? [x, y + h]
  const len2 = (tx - fx) ** 2 + (ty - fy) ** 2 || 1
  let d = ''
  for (let i = -reach; i <= reach; i++)
    for (let j = -reach; j <= reach; j++) {
      const px = cx + (i * Math.cos(rot) - j * Math.sin(rot)) * pitch
      const py = cy + (i * Math.sin(rot) + j * Math.cos(rot)) * pitch
      if (px < x - pitch || px > x + w + pitch || py < y - pitch || py > y + h + pitch) continue
      const t = o.spot
        ? Math.hypot(px - o.spot[0], py - o.spot[1]) / o.spot[2]
        : ((px - fx) * (tx - fx) + (py - fy) * (ty - fy)) / len2
      const r = pitch * (o.max ?? 0.5) * Math.sqrt(Math.max(0, 1 - Math.max(0, t)))
      if (r > 1.8)
        d += `M${n(px - r)} ${n(py)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`
    }
  return fill(d, color)
}

// Collects the clip paths and patterns of one picture.
export interface Press {
  t: Theme
  w: number
  h: number
  clip(shape: string, inside: string): string
  /** A halftone, clipped to an outline. */
  tone(outline: string, ...screen: Parameters<typeof halftone>): string
  cloth(
    kind: 'stripe' | 'hoop' | 'check' | 'spot' | 'diamond',
    color: string,
    size?: number,
  ): string
}
export function sheet(
  section: ColorPage,
  num: 1 | 2 | 3,
  focal: [number, number],
  alt: string,
  draw: (p: Press) => string,
  ground?: string,
): Scene {
  const name = `${section}-${num}`
  const [w, h] = (
    [
      [1600, 1200],
      [1200, 1500],
      [1200, 1200],
    ] as const
  )[num - 1] as readonly [number, number]
  const defs: string[] = []
  const t = themeOf(section)
  const p: Press = {
    t,
    w,
    h,
    clip(shape, inside) {
      const id = `${name}-k${defs.length}`
      defs.push(`<clipPath id="${id}">${shape}</clipPath>`)
      return `<g clip-path="url(#${id})">${inside}</g>`
    },
    tone: (outline, ...screen) => p.clip(`<path d="${outline}"/>`, halftone(...screen)),
    cloth(kind, color, size = 26) {
      const id = `${name}-c${defs.length}`
      const h2 = size / 2
      const body = {
        stripe: `<rect width="${h2}" height="${size}" fill="${color}"/>`,
        hoop: `<rect width="${size}" height="${h2}" fill="${color}"/>`,
        check: `<rect width="${h2}" height="${h2}" fill="${color}"/><rect x="${h2}" y="${h2}" width="${h2}" height="${h2}" fill="${color}"/>`,
        spot: `<circle cx="${h2}" cy="${h2}" r="${size * 0.24}" fill="${color}"/>`,
        diamond: `<path d="M${h2} 0L${size} ${h2}L${h2} ${size}L0 ${h2}Z" fill="${color}"/>`,
      }[kind]
      defs.push(
        `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${body}</pattern>`,
      )
      return `url(#${id})`
    },
  }
  const body = draw(p)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" style="isolation:isolate"><defs>${defs.join('')}</defs>${box(0, 0, w, h, ground ?? t.paper)}${body}</svg>`
  return { name, width: w, height: h, focal: { x: focal[0], y: focal[1] }, alt, svg }
}

// Large letters as outlines.
export interface DrawTextOptions {
  size: number
  x: number
  y: number
  fill: string
  anchor?: 'start' | 'middle' | 'end'
  tracking?: number
}
export function drawText(text: string, o: DrawTextOptions): string {
  const set = inCapitals(text)
  const k = o.size / unitsPerEm
  const width = measureTextWidth(set, o.size, o.tracking)
  let x = o.x - (o.anchor === 'middle' ? width / 2 : o.anchor === 'end' ? width : 0)
  const out: string[] = []
  for (const c of set) {
    const d = glyphs[c]
    if (d)
      out.push(
        `<path transform="translate(${n(x)} ${n(o.y)}) scale(${Math.round(k * 1e5) / 1e5} ${-Math.round(k * 1e5) / 1e5})" d="${d}"/>`,
      )
    x += advanceOf(c) * k + (o.tracking ?? 0)
  }
  return `<g fill="${o.fill}">${out.join('')}</g>`
}
