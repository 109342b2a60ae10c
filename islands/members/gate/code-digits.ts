import { codeLength } from '../../../cms/features/members/rules.ts'

/**
 * The six-digit code in typed or pasted text, such as a whole mail. Digits may be full-width and separated by spaces or
 * hyphens. Numbers of other lengths are skipped if the text has a number of six digits.
 */
export function digitsOf(text: string): string {
  const plain = text.normalize('NFKC')
  const spaced = /(?<!\d)\d(?:[ \-–]?\d){5}(?!\d)/.exec(plain)
  return (spaced?.[0] ?? plain).replace(/\D/g, '').slice(0, codeLength)
}
