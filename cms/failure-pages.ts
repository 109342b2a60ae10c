import type { Representation } from './http/representation.ts'
import { log } from './log.ts'

type Pages = Record<500 | 503, Representation>

/**
 * The pages that say that something went wrong: made while all is well, so that they can be shown
 * when nothing is, and made anew when the venue changes.
 */
export async function keepFailurePages(make: (status: 500 | 503) => Promise<Representation>) {
  const makeBoth = async (): Promise<Pages> => ({ 500: await make(500), 503: await make(503) })
  let pages = await makeBoth()
  let renewal = Promise.resolve()
  return {
    get: (status: 500 | 503) => pages[status],
    /** One after the other: the last change is the one that stays. */
    renew: () => {
      renewal = renewal
        .then(async () => {
          pages = await makeBoth()
        })
        .catch((error) => log.warn({ err: error }, 'the failure pages stay as they were'))
    },
  }
}
