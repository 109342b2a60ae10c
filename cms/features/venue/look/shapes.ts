// Basic shapes as SVG.
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

export const fill = (d: string, color: string, extra = ''): string =>
  `<path d="${d}" fill="${color}" ${extra}/>`
export const line = (d: string, color: string, w: number, extra = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(w)}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
export const disc = (x: number, y: number, r: number, color: string, extra = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${color}" ${extra}/>`
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
export const move = (x: number, y: number, svg: string, s = 1, rot = 0, flip = false): string =>
  `<g transform="translate(${n(x)} ${n(y)})${rot ? ` rotate(${n(rot)})` : ''}${s !== 1 || flip ? ` scale(${flip ? -s : s} ${s})` : ''}">${svg}</g>`
export const times = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
