// Heads: hair, faces, hats and glasses. A head is 100 units tall and looks to the right.
import { disc, fill, line, mix, move, oval } from './press.ts'

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
  const shadow = o.shade ?? mix(o.skin, '#5a1a20', 0.3)
  const hat = o.cut === 'cap' || o.cut === 'beanie'
  const beardColor = o.beardColor ?? (hat ? '#2b1a16' : c)
  const view = o.view ?? 'side'
  let out = hairBack(o, c)
  if (view === 'back') {
    out += fill(FRONT, o.skin) + disc(-39, 6, 10, shadow) + disc(39, 6, 10, shadow)
    out +=
      o.cut === 'bald'
        ? line('M-30 30Q0 40 30 30', shadow, 6)
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
        beardColor,
      )
    if (o.blush) out += disc(18, 16, 10, o.blush, 'opacity=".6"')
    out += hairFront(o, c)
    if (o.cut !== 'scarf' && o.cut !== 'bob') out += oval(-9, 6, 8, 12, shadow)
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
    out += disc(-39, 4, 10, shadow) + disc(39, 4, 10, shadow) + fill(FRONT, o.skin)
    out += fill(
      'M4-51L4-10L15 16L5 20L5 58C27 56 38 22 38-18C37-42 22-51 4-51Z',
      shadow,
      'opacity=".85"',
    )
    if (o.beard)
      out += fill(
        'M-38-2Q-30 20-18 21Q0 14 18 21Q30 20 38-2C40 46 24 72 0 72C-24 72-40 46-38-2Z',
        beardColor,
      )
    if (o.blush)
      out += disc(-22, 18, 10, o.blush, 'opacity=".6"') + disc(24, 18, 10, o.blush, 'opacity=".6"')
    out += hairFront(o, c)
    const areEyesClosed = o.mood === 'laugh' || o.mood === 'down' || o.mood === 'sing'
    out += areEyesClosed
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
