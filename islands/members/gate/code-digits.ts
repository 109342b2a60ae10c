import { codeLength } from '../../../cms/members/rules.ts'

/**
 * The code in typed or pasted text, such as a whole mail: six digits in any notation, spaced or not. A
 * number of another length is skipped.
 */
export function digitsOf(text: string): string {
  const plain = text.normalize('NFKC')
  const spaced = /(?<!\d)\d(?:[ \-–]?\d){5}(?!\d)/.exec(plain)
  return (spaced?.[0] ?? plain).replace(/\D/g, '').slice(0, codeLength)
}
