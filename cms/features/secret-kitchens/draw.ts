import { randomInt } from 'node:crypto'
import { createLocalReq, type Payload } from 'payload'
import { announce } from '../../platform/database/announce.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { placesLeft } from '../reservations/rules.ts'
import { insertDrawn, withLocked } from '../reservations/service.ts'
import { drawnJob } from './job-types.ts'
import { dropKind } from './kind.ts'
import { readClock, stampDrop } from './queries/drops.ts'
import { lockEntries, saveDrawn } from './queries/entries.ts'
import { drawLot, heldMinutes, isDrawDue, totalCents } from './rules.ts'
import { dropTags } from './tags.ts'

/**
 * Draws who of the first claims gets portions, in one transaction: a process that dies draws nothing, and the next one
 * draws anew. Entries share the lock of the drop, so after this one has it nobody enters. Does nothing if the draw is not
 * due, or over.
 */
export async function drawDue(payload: Payload, id: number): Promise<void> {
  const req = await createLocalReq({}, payload)
  await withLocked(dropKind, req, id, async (locked) => {
    const { db, subject, key } = locked
    if (!isDrawDue(subject, await readClock(db))) return
    const entries = await lockEntries(db, id)
    const lot = drawLot(entries, placesLeft(subject), (below) => randomInt(below))
    const priced = (each: (typeof entries)[number]) => ({
      ...each,
      priceCents: totalCents(subject, each.party),
    })
    const drawn = await insertDrawn(db, key, {
      ...{ won: lot.won.map(priced), waiting: lot.waiting.map(priced) },
      ...{ heldMinutes, payment: 'door' },
    })
    const portions = drawn
      .filter(({ status }) => status === 'held')
      .reduce((sum, { party }) => sum + party, 0)
    if (!(await locked.take(portions))) throw new Error('More portions were drawn than there are.')
    await saveDrawn(
      db,
      id,
      [...lot.won, ...lot.waiting].map(({ member }) => member),
    )
    await stampDrop(db, id, 'drawnAt')
    if (drawn.length) await enqueue(db, drawnJob, { drop: id })
    await announce(req, [dropTags.drop(id), dropTags.list])
  })
}
