import type { PayloadRequest } from 'payload'
import { transactionOf } from '../../../platform/database/query.ts'
import { listPublicMoments } from '../../moments/service.ts'
import { addDays, localMoment } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { insertDrop } from '../queries/drops.ts'

const hourMs = 3_600_000

const nadia = {
  ...{ slug: 'ash-and-beetroot', title: 'Ash & beetroot', kitchen: 'Nadia, at the back door' },
  story:
    'Nadia lights the old oil drum behind the kitchens once a winter. Beetroot go into the embers at four, whole, and come out black at seven.\n\nYou get one, split, with smoked cream, rye crumbs and a fistful of dill. Eat it standing up. Bring a coat that likes smoke.',
  ...{ allergens: ['gluten' as const, 'milk' as const], allergenNote: 'The rye can be left off.' },
  ...{ slots: ['19:00', '19:20', '19:40'], portions: 40, each: 2, priceCents: 9_00 },
}
const broth = {
  ...{ slug: 'kettle-broth', title: 'Kettle broth', kitchen: 'Mo and his grandmother' },
  story:
    'A broth that has been on the stove since Tuesday, poured out of a kettle into whatever mug you bring. There is an egg in it. There is always an egg in it.',
  ...{ allergens: ['eggs' as const, 'soya' as const, 'celery' as const], allergenNote: null },
  ...{ slots: ['18:00', '18:30'], portions: 24, each: 1, priceCents: 5_00 },
}
const mutton = {
  ...{ slug: 'mutton-in-the-dark', title: 'Mutton in the dark', kitchen: 'The Pit Crew' },
  story:
    'A shoulder of mutton, nine hours, no lights. You pulled it apart with the person opposite.',
  afterText:
    'Thirty-two shoulders of conversation and one of mutton. The lights came back on at the parkin. Nobody wanted them to.',
  ...{ allergens: ['mustard' as const], allergenNote: null },
  ...{ slots: ['20:00'], portions: 32, each: 2, priceCents: 14_00 },
}

/** Adds the drops of the demo venue: one is announced, one is open, and one was served. */
export async function fillDemoDrops(req: PayloadRequest): Promise<void> {
  const { timeZone } = await findVenue(req.payload)
  const now = new Date()
  const today = localMoment(now, timeZone).date
  const db = await transactionOf(req)
  const moments = await listPublicMoments(db, { area: 'Kitchens', since: new Date(0) })
  const add = async (
    { slots, ...facts }: typeof nadia | typeof broth | typeof mutton,
    { day, opensAt }: { day: string; opensAt: Date },
    rest: Parameters<typeof insertDrop>[1],
  ) => {
    const at = (slot = '') => venueTimeOf(`${day}T${slot}`, timeZone)?.at ?? now
    const startsAt = at(slots[0])
    await insertDrop(db, {
      ...{ ...facts, slots, day, opensAt, startsAt, area: 'Kitchens', isLinked: false },
      endsAt: new Date(at(slots.at(-1)).getTime() + hourMs / 2),
      // The demo’s members are as old as the demo.
      announcedAt: new Date(now.getTime() + 1000),
      ...rest,
    })
  }
  const opens = venueTimeOf(`${addDays(today, 3)}T18:00`, timeZone)?.at ?? now
  await add(nadia, { day: addDays(today, 4), opensAt: opens }, {})
  const opened = new Date(now.getTime() - hourMs)
  const drawnAt = new Date(opened.getTime() + 10_000)
  await add(broth, { day: addDays(today, 2), opensAt: opened }, { drawnAt })
  const past = new Date(now.getTime() - 20 * 24 * hourMs)
  const served = {
    drawnAt: new Date(past.getTime() + 10_000),
    servedAt: now,
    goneAt: new Date(past.getTime() + 240_000),
  }
  await add(
    mutton,
    { day: addDays(today, -19), opensAt: past },
    {
      ...{ ...served, announcedAt: new Date(past.getTime() - 72 * hourMs) },
      moments: moments.slice(0, 3).map(({ id }) => id),
    },
  )
}
