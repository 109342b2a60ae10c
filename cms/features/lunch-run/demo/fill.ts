import type { PayloadRequest } from 'payload'
import { transactionOf } from '../../../platform/database/query.ts'
import { addDays, localMoment } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { readDishes } from '../offers.ts'
import { insertOrder } from '../queries/orders.ts'
import { insertRun } from '../queries/runs.ts'
import { agreeOn } from '../rules.ts'
import { vendors } from './vendors.ts'

/** Adds the offers of the demo venue, and tomorrow’s run from its kitchens with two orders. */
export async function fillDemoLunch(req: PayloadRequest): Promise<void> {
  const ids: number[] = []
  for (const data of vendors) {
    ids.push((await req.payload.create({ collection: 'lunch_vendors', req, data })).id)
  }
  const { docs } = await req.payload.find({
    ...{ collection: 'members', sort: 'id', limit: 3, depth: 0, req },
    where: { source: { equals: 'demo' } },
  })
  const [starter, ...others] = docs.map(({ id }) => id)
  if (starter === undefined) return
  const { timeZone } = await findVenue(req.payload)
  const now = new Date()
  const day = addDays(localMoment(now, timeZone).date, 1)
  const at = (time: string, on = day) => venueTimeOf(`${on}T${time}`, timeZone)?.at ?? now
  const found = await readDishes(req, { id: ids[0] ?? 0, day })
  if (!found) return
  const db = await transactionOf(req)
  const { offer, dishes, soldOut } = found
  const run = await insertRun(db, {
    ...{ day, source: offer.source, vendor: offer.vendor, offerName: offer.name, dishes, soldOut },
    ...{
      area: 'Common Room',
      opensAt: now,
      cutOffAt: at('11:30'),
      endsAt: at('00:00', addDays(day, 1)),
    },
    ...{ withoutRunner: 'self', starter, key: 'demo' },
  })
  if (!run) return
  for (const [index, member] of others.entries()) {
    const dish = dishes[index]
    if (!dish) continue
    const extras = dish.groups.flatMap(({ choose, options }) =>
      choose === 'any' ? [] : options.slice(0, 1).map(({ id }) => id),
    )
    const agreed = agreeOn(dishes, soldOut, [{ dish: dish.id, quantity: 1, extras }])
    if (!('lines' in agreed)) continue
    const account = `member:${member}`
    await insertOrder(db, { ...agreed, run: run.id, member, account, payment: 'bar' })
  }
}
