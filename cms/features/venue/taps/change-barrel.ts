import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { BarrelRequest } from '../contract.ts'
import { venueError } from '../errors.ts'
import { lockTaps } from '../locks.ts'

/**
 * Replaces the beer on a tap with one that comes next. The state of the old beer becomes `gone`. `undo`
 * reverts this. Idempotent.
 * @throws HttpError `no_beer`; `tap_changed` if the state of either beer has changed meanwhile
 */
export const changeBarrel = (
  req: PayloadRequest,
  { tap: oldBeer, next: nextBeer, undo }: BarrelRequest,
): Promise<void> =>
  inTransaction(req, async (db) => {
    const [oldBeerAfter, nextBeerBefore] = undo
      ? (['next', 'gone'] as const)
      : (['gone', 'next'] as const)
    await lockTaps(db)
    const { payload } = req
    const { docs } = await payload.find({
      collection: 'taps',
      where: { id: { in: [oldBeer, nextBeer] } },
      depth: 0,
      req,
    })
    const old = docs.find(({ id }) => id === oldBeer)
    const coming = docs.find(({ id }) => id === nextBeer)
    if (!old || !coming) throw venueError('no_beer')
    const { number } = old
    const isDone =
      old.status === oldBeerAfter && coming.status === 'pouring' && coming.number === number
    if (isDone) return
    if (old.status !== 'pouring' || coming.status !== nextBeerBefore || !number) {
      throw venueError('tap_changed')
    }
    const change = { collection: 'taps', context: { isAudited: true }, depth: 0, req } as const
    await payload.update({ ...change, id: oldBeer, data: { status: oldBeerAfter } })
    await payload.update({ ...change, id: nextBeer, data: { status: 'pouring', number } })
    await record(req, {
      action: 'barrel_changed',
      subject: `tap ${number}`,
      of_collection: 'taps',
      document: nextBeer,
      details: { beer: { before: old.name, after: coming.name } },
    })
  })
