import { hash } from 'node:crypto'

/** Solves a challenge like `islands/lib/proof-of-work.ts`, but synchronously, which is ten times faster. */
export function solve(challenge: string): string {
  const bits = Number.parseInt(challenge, 10)
  for (let nonce = 0; ; nonce++) {
    const text = `${challenge}.${nonce}`
    if (Math.clz32(hash('sha256', text, 'buffer').readUInt32BE()) >= bits) return text
  }
}
