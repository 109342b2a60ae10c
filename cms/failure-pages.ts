import type { Representation } from './http/representation.ts'
import { log } from './log.ts'

type Pages = Record<500 | 503, Representation>

/**
 * The error pages. They are rendered in advance, so that showing one needs no database and no rendering.
 * They are rendered again when the venue changes.
 */
export async function keepFailurePages(make: (status: 500 | 503) => Promise<Representation>) {
  const makeBoth = async (): Promise<Pages> => ({ 500: await make(500), 503: await make(503) })
  let pages = await makeBoth()
  let renewal = Promise.resolve()
  return {
    get: (status: 500 | 503) => pages[status],
    /** Renders the pages again. Renderings run one after another, so the last change wins. */
    renew: () => {
      renewal = renewal
        .then(async () => {
          pages = await makeBoth()
        })
        .catch((error) => log.warn({ err: error }, 'the failure pages could not be rendered again'))
    },
  }
}
