import { solutionHeader, type WorkRequired } from '../../cms/platform/limits/rules.ts'
import { ApiError, callApi } from '../../cms/platform/ui/api.ts'

/**
 * Maximum number of solutions per call. Other clients' requests can raise the difficulty while a challenge is solved,
 * so one may not suffice.
 */
const maxSolutions = 3

/** Posts to the site's API. If the server requires a proof of work, repeats the request with one. */
export async function callWithProofOfWork<Reply>(path: string, body: object): Promise<Reply> {
  let headers: Record<string, string> = {}
  for (let solved = 0; ; solved++) {
    try {
      return await callApi<Reply>(path, { body, headers })
    } catch (error) {
      const { challenge } = (error instanceof ApiError && (error.body as WorkRequired)) || {}
      if (!challenge || solved === maxSolutions) throw error
      const { solve } = await import('./proof-of-work.ts')
      headers = { [solutionHeader]: await solve(challenge) }
    }
  }
}
