const hashesAtOnce = 512

/**
 * Solves a challenge from the server; see `cms/platform/limits/proof-of-work.ts`.
 * @param challenge begins with a number: the SHA-256 hash of a solution must begin with this many zero bits
 */
export async function solve(challenge: string): Promise<string> {
  const bits = Number.parseInt(challenge, 10)
  const encoder = new TextEncoder()
  for (let from = 0; ; from += hashesAtOnce) {
    const tries = await Promise.all(
      Array.from({ length: hashesAtOnce }, async (_, index) => {
        const text = `${challenge}.${from + index}`
        const hash = await crypto.subtle.digest('SHA-256', encoder.encode(text))
        return Math.clz32(new DataView(hash).getUint32(0)) >= bits ? text : null
      }),
    )
    const solution = tries.find((text) => text !== null)
    if (solution) return solution
  }
}
