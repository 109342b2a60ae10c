import type { Database } from '../../../platform/database/query.ts'
import { listOwnFunnels, lockOwnFunnels, type OwnFunnel } from './queries/funnels.ts'
import { builtInFunnels, type Funnel } from './rules.ts'

/**
 * The built-in funnels and the funnels that staff made.
 * @returns `uncounted`: the ids of the funnels that staff made and whose earlier days are not added up yet
 */
export const findFunnels = async (
  db: Database,
): Promise<{ all: Funnel[]; uncounted: Set<string> }> => {
  const own = await listOwnFunnels(db)
  const uncounted = own.filter(({ isCounted }) => !isCounted)
  return {
    all: [...builtInFunnels, ...own.map(toFunnel)],
    uncounted: new Set(uncounted.map(({ id }) => id)),
  }
}

/** All funnels. None of them can be deleted until the transaction ends. */
export const lockFunnels = async (db: Database): Promise<Funnel[]> => [
  ...builtInFunnels,
  ...(await lockOwnFunnels(db)).map(toFunnel),
]

const eventText = (name: string) => name.replace('_', ': ').replaceAll('_', ' ')

export const toFunnel = ({ id, name, steps }: OwnFunnel): Funnel => ({
  id,
  name,
  isOwn: true,
  steps: steps.map((step) =>
    'page' in step
      ? { name: step.page, need: { kind: 'page', value: step.page } }
      : { name: eventText(step.event), need: { kind: 'event', value: step.event } },
  ),
})
