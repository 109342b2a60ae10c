import { log } from '../../runtime/log/log.ts'
import type { Representation } from './representation.ts'

type Pages = Record<500 | 503, Representation>

/**
 * The error pages, rendered in advance, so that sending one needs no database and no rendering.
 * @param make renders the page for a status
 */
export async function keepFailurePages(make: (status: 500 | 503) => Promise<Representation>) {
  const makeBoth = async (): Promise<Pages> => ({ 500: await make(500), 503: await make(503) })
  let pages = await makeBoth()
  let renewal = Promise.resolve()
  return {
    get: (status: 500 | 503) => pages[status],
    /**
     * Renders the pages again after the venue's record has changed. Renderings run one after another, so the pages show
     * the latest change.
     */
    renew: () => {
      renewal = renewal
        .then(async () => {
          pages = await makeBoth()
        })
        .catch((error) => log.warn({ err: error }, 'the failure pages could not be rendered again'))
    },
  }
}
