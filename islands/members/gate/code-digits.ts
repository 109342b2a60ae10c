import { codeLength } from '../../../cms/members/rules.ts'

/**
 * The code in what somebody typed or pasted: its digits, however they are spaced or written, be it in
 * the middle of a mail. A number of the wrong length before it is no code.
 */
export function digitsOf(text: string): string {
  const plain = text.normalize('NFKC')
  const spaced = /(?<!\d)\d(?:[ \-–]?\d){5}(?!\d)/.exec(plain)
  return (spaced?.[0] ?? plain).replace(/\D/g, '').slice(0, codeLength)
}
