import { solutionHeader, type WorkRequired } from '../../cms/limits/rules.ts'
import { ApiError, callApi } from './api.ts'

/** Posts to the site's API; if the server requires a proof of work, again with one. */
export const callWithWork = <Reply>(path: string, body: object): Promise<Reply> =>
  callApi<Reply>(path, { body }).catch(async (error: unknown) => {
    const { challenge } = (error instanceof ApiError && (error.body as WorkRequired)) || {}
    if (!challenge) throw error
    const { solve } = await import('./proof-of-work.ts')
    const headers = { [solutionHeader]: await solve(challenge) }
    return callApi<Reply>(path, { body, headers })
  })
