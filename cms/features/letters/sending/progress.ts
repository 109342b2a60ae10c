import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import {
  findLetterMailStats,
  findLetterTotals,
  findServerTrouble,
} from '../../../platform/mail/service.ts'
import { countWithdrawals } from '../../newsletter/service.ts'
import type { LetterProgress } from '../contract.ts'
import { letterErrors } from '../errors.ts'
import { findLinks } from '../queries/editions.ts'
import { findLetter } from '../queries/letters.ts'
import { tallyOf } from '../rules.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

/** @throws HttpError `not_found` */
export async function findProgress(db: Database, id: number): Promise<LetterProgress> {
  const letter = await findLetter(db, id)
  if (!letter) throw letterErrors.notFound()
  const { counts, complained, retriable } = await findLetterMailStats(db, id)
  const tally = tallyOf(counts)
  const waits = letter.state === 'sending' && tally.queued + tally.deferred > 0
  return {
    id,
    state: letter.state,
    updatedAt: letter.updatedAt.toISOString(),
    sendAt: iso(letter.sendAt),
    startedAt: iso(letter.startedAt),
    finishedAt: iso(letter.finishedAt),
    ...tally,
    // A mail that bounces later counts as bounced from then on.
    delivered: tally.sent,
    unsubscribed: await countWithdrawals(db, id),
    complained,
    retriable,
    links: await findLinks(db, id),
    trouble: waits ? await findServerTrouble(db) : null,
  }
}

/** How many readers a letter was addressed to, and to how many it was delivered. */
export type LetterTotals = { total: number; delivered: number }

/** The totals of letters by their ids; letters that never went out have none. */
export async function findTotals(
  payload: Payload,
  ids: readonly number[],
): Promise<Map<number, LetterTotals>> {
  if (!ids.length) return new Map()
  const rows = await findLetterTotals(databaseOf(payload), ids)
  return new Map(rows.map(({ letter, ...totals }) => [letter, totals]))
}
