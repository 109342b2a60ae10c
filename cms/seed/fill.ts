import {
  commitTransaction,
  createLocalReq,
  initTransaction,
  killTransaction,
  type Payload,
} from 'payload'
import { rows, sql } from '../database/sql.ts'
import { type HeroPath, heroPaths } from '../venue/rules.ts'
import { type Print, prints, readPrint } from './prints.ts'
import { automations } from './venue/automations.ts'
import { commonGood } from './venue/common-good.ts'
import { faq } from './venue/faq.ts'
import { menus } from './venue/menus.ts'
import { taps } from './venue/taps.ts'
import { venue } from './venue/venue.ts'

/**
 * Fills an empty database with the demo venue, all of it or nothing. A database in which the venue
 * was saved once is left as it is.
 * @returns whether it was filled
 */
export async function fillWhenEmpty(payload: Payload): Promise<boolean> {
  const [saved] = await rows<{ count: string }>(payload, sql`select count(*) from venue`)
  if (Number(saved?.count) > 0) return false
  payload.logger.info('filling the empty database with the demo venue')
  const req = await createLocalReq({}, payload)
  await initTransaction(req)
  try {
    const heroImages = new Map<HeroPath, number[]>()
    for (const scene of prints()) {
      const path = heroPathOf(scene)
      const id = await createPicture(payload, req, scene)
      heroImages.set(path, [...(heroImages.get(path) ?? []), id])
    }
    await payload.updateGlobal({ slug: 'venue', req, data: venueRecord(heroImages) })
    for (const [position, { items, ...menu }] of menus.entries()) {
      await payload.create({ collection: 'menus', req, data: { ...menu, position, items } })
    }
    for (const tap of taps) await payload.create({ collection: 'taps', req, data: tap })
    for (const entry of commonGood) {
      const entered_at = `${entry.entered_at}T12:00:00.000Z`
      await payload.create({ collection: 'common_good', req, data: { ...entry, entered_at } })
    }
    for (const { page, items } of faq) {
      for (const [position, item] of items.entries()) {
        const data = { page, position, ...item, _status: 'published' as const }
        await payload.create({ collection: 'faq', req, data })
      }
    }
    await payload.updateGlobal({ slug: 'automations', req, data: automations })
    await commitTransaction(req)
    return true
  } catch (error) {
    await killTransaction(req)
    throw error
  }
}

type Req = Awaited<ReturnType<typeof createLocalReq>>

async function createPicture(payload: Payload, req: Req, scene: Print): Promise<number> {
  const picture = readPrint(scene)
  const data = picture.original
  req.context.picture = picture
  const { id } = await payload.create({
    collection: 'media',
    req,
    data: { alt: scene.alt, focalX: scene.focal.x, focalY: scene.focal.y },
    file: { data, name: `${scene.name}.webp`, mimetype: 'image/webp', size: data.length },
  })
  return id
}

// `cafe-2` belongs to /cafe, `home-1` to the home page.
function heroPathOf({ name }: Print): HeroPath {
  const section = name.replace(/-\d+$/, '')
  const path = section === 'home' ? '/' : `/${section}`
  const known = heroPaths.find((each) => each === path)
  if (!known) throw new Error(`No page has pictures named ${name}.`)
  return known
}

function venueRecord(heroImages: Map<HeroPath, number[]>) {
  const { contact, opening_hours, exceptions, ...rest } = venue
  const { address_lines, ...address } = contact
  return {
    ...rest,
    contact: { ...address, street: address_lines.join('\n') },
    opening_hours: opening_hours.flatMap(({ area, days }) => spansOf(area, days)),
    exceptions: exceptions.map(({ intervals: [interval], ...exception }) => ({
      ...exception,
      ...interval,
    })),
    hero_images: [...heroImages].map(([path, images]) => ({ path, images })),
  }
}

// One row for each span of hours, with all the days that share it.
function spansOf<Area, Day extends string>(
  area: Area,
  days: Record<Day, { opens: string; closes: string }[]>,
) {
  const spans = new Map<string, { area: Area; days: Day[]; opens: string; closes: string }>()
  for (const [day, intervals] of Object.entries(days) as [
    Day,
    { opens: string; closes: string }[],
  ][]) {
    for (const { opens, closes } of intervals) {
      const key = `${opens}-${closes}`
      const span = spans.get(key) ?? { area, days: [], opens, closes }
      span.days.push(day)
      spans.set(key, span)
    }
  }
  return [...spans.values()]
}
