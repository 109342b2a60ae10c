// Objects that several pictures use. The middle of each object's base is at 0,0.
import { box, fill, line, move } from './press.ts'

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
export const flame = (h: number, c: string): string =>
  fill(
    `M0 0C${-h * 0.5} ${-h * 0.1} ${-h * 0.36} ${-h * 0.52} ${-h * 0.06} ${-h}C0 ${-h * 0.72} ${h * 0.2} ${-h * 0.66} ${h * 0.2} ${-h * 0.5}Q${h * 0.28} ${-h * 0.58} ${h * 0.26} ${-h * 0.7}C${h * 0.5} ${-h * 0.3} ${h * 0.4} ${-h * 0.06} 0 0Z`,
    c,
  )
