// Metrics of the poster font, `site/fonts/archivo-poster.woff2` (Archivo, width 62, weight 880).
const unitsPerEm = 1000

const advance: Record<string, number> = {
  A: 524,
  B: 495,
  C: 511,
  D: 508,
  E: 460,
  F: 401,
  G: 541,
  H: 511,
  I: 259,
  J: 448,
  K: 508,
  L: 428,
  M: 699,
  N: 516,
  O: 552,
  P: 482,
  Q: 552,
  R: 507,
  S: 466,
  T: 472,
  U: 501,
  V: 487,
  W: 724,
  X: 497,
  Y: 481,
  Z: 473,
  '0': 441,
  '1': 369,
  '2': 425,
  '3': 437,
  '4': 431,
  '5': 435,
  '6': 441,
  '7': 393,
  '8': 429,
  '9': 441,
  ' ': 111,
  '.': 220,
  ',': 220,
  ':': 222,
  ';': 222,
  '!': 264,
  '?': 421,
  '&': 560,
  '’': 203,
  '‘': 203,
  '“': 368,
  '”': 368,
  '-': 240,
  '–': 310,
  '—': 620,
  '/': 277,
  '(': 384,
  ')': 384,
  '+': 524,
  '£': 463,
  '€': 462,
  '%': 734,
  '@': 686,
  '#': 495,
  '·': 210,
  Æ: 734,
  Œ: 761,
  Ĳ: 707,
  Ð: 508,
  Đ: 508,
  Ø: 552,
  Þ: 478,
  Ł: 428,
  Ħ: 511,
  Ŧ: 472,
  Ŋ: 516,
  ĸ: 455,
}

// Letters that the font does not have are drawn in another one. Letters of Chinese, Japanese and Korean are squares.
const otherLetter = 560
const square = 1000
const isSquare =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u

/** A text as posters show it: in capitals and with typographic apostrophes. */
export const inCapitals = (text: string): string => text.toUpperCase().replace(/'/g, '’')

/** The advance width of a character in units of the font. An accent does not change the width of its letter. */
export function advanceOf(letter: string): number {
  const [base = letter] = letter.normalize('NFD')
  const known = advance[letter] ?? advance[base]
  if (known !== undefined) return known
  if (/\p{M}/u.test(letter)) return 0
  if (isSquare.test(letter)) return square
  return /[\p{L}\p{N}]/u.test(letter) ? otherLetter : (advance[' '] ?? 0)
}

/**
 * The width of a line in the poster font, in the unit of `size`.
 * @param size font size
 * @param tracking space added between two letters, in the same unit
 */
export function measureTextWidth(text: string, size: number, tracking = 0): number {
  const letters = [...inCapitals(text)]
  const units = letters.reduce((sum, letter) => sum + advanceOf(letter), 0)
  return (units / unitsPerEm) * size + tracking * Math.max(0, letters.length - 1)
}
