import type { PayloadRequest } from 'payload'
import { type HeroPath, heroPaths } from '../rules.ts'
import { menus } from './menus.ts'
import { taps } from './taps.ts'
import { venue } from './venue.ts'

/** Adds the demo venue itself, its menus and taps. Its pictures must exist already. */
export async function fillDemoVenue(req: PayloadRequest): Promise<void> {
  const { payload } = req
  await payload.updateGlobal({ slug: 'venue', req, data: venueRecord(await findHeroImages(req)) })
  for (const [position, menu] of menus.entries()) {
    await payload.create({ collection: 'menus', req, data: { ...menu, position } })
  }
  for (const tap of taps) await payload.create({ collection: 'taps', req, data: tap })
}

type HeroImages = { path: HeroPath; images: number[] }[]

async function findHeroImages(req: PayloadRequest): Promise<HeroImages> {
  const { docs } = await req.payload.find({
    collection: 'media',
    sort: 'id',
    pagination: false,
    depth: 0,
    req,
  })
  return heroPaths.map((path) => {
    const page = path === '/' ? 'home' : path.slice(1)
    const own = docs.filter(({ filename }) => filename?.replace(/-\d+\.webp$/, '') === page)
    return { path, images: own.map(({ id }) => id) }
  })
}

function venueRecord(hero_images: HeroImages) {
  const { contact, opening_hours, exceptions, ...rest } = venue
  const { address_lines, ...address } = contact
  return {
    ...rest,
    is_demo: true,
    contact: { ...address, street: address_lines.join('\n') },
    opening_hours: opening_hours.flatMap(({ area, days }) => spansOf(area, days)),
    exceptions: exceptions.map(({ intervals: [interval], ...exception }) => ({
      ...exception,
      ...interval,
    })),
    hero_images,
  }
}

type Interval = { opens: string; closes: string }

// Returns one row for each span of hours, with all days that have this span.
function spansOf<Area, Day extends string>(area: Area, days: Record<Day, Interval[]>) {
  const spans = new Map<string, Interval & { area: Area; days: Day[] }>()
  for (const [day, intervals] of Object.entries(days) as [Day, Interval[]][]) {
    for (const { opens, closes } of intervals) {
      const key = `${opens}-${closes}`
      const span = spans.get(key) ?? { area, days: [], opens, closes }
      span.days.push(day)
      spans.set(key, span)
    }
  }
  return [...spans.values()]
}
