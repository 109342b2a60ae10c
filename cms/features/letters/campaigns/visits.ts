import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { letterErrors } from '../errors.ts'
import { findLetter } from '../queries/letters.ts'
import { cameDays, minReaders, visitDays } from '../rules.ts'
import { findTotals } from '../sending/progress.ts'
import type { TimedVisits } from './contract.ts'
import { campaignVisits } from './ports.ts'

/**
 * What visits did that began with a click on a link of a letter, at most `visitDays` after the last mail. All readers
 * have the same links.
 * @throws HttpError `not_found`
 */
export async function visitsOf({ payload }: PayloadRequest, id: number): Promise<TimedVisits> {
  const letter = await findLetter(databaseOf(payload), id)
  if (!letter) throw letterErrors.notFound()
  const { startedAt, finishedAt } = letter
  if (!startedAt) throw letterErrors.neverSent()
  const until = new Date(+(finishedAt ?? new Date()) + visitDays * 86_400_000)
  const { total = 0 } = (await findTotals(payload, [id])).get(id) ?? {}
  const query = { source: 'letter', campaign: `letter-${id}`, from: startedAt, until, cameDays }
  return {
    id,
    updatedAt: letter.updatedAt.toISOString(),
    from: startedAt.toISOString(),
    until: finishedAt && until.toISOString(),
    isOver: finishedAt !== null && until <= new Date(),
    found:
      total > 0 && total < minReaders
        ? { kind: 'small' }
        : await campaignVisits.require(payload)(payload, query),
  }
}
