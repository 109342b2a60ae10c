import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { lockForm } from '../../../platform/database/advisory-locks.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import type { SoldOutRequest } from '../contract.ts'
import { venueError } from '../errors.ts'
import { localMoment, weekdayOf } from '../hours/opening-hours.ts'
import { soldOutItems } from '../ports.ts'

const findToday = async (payload: Payload): Promise<string> =>
  localMoment(new Date(), (await findSiteFacts(payload)).timeZone).date

/**
 * Marks an item of a menu as sold out for today on the venue's clock, or as back. Idempotent.
 * @throws HttpError `no_item`
 */
export const setSoldOut = async (
  req: PayloadRequest,
  { menu: id, item: itemId, sold_out: isSoldOut }: SoldOutRequest,
): Promise<void> => {
  const { payload } = req
  const today = await findToday(payload)
  await inTransaction(req, async (db) => {
    await lockForm(db, `menus ${id}`)
    const found = { collection: 'menus', where: { id: { equals: id } }, depth: 0, req } as const
    const [menu] = (await payload.find(found)).docs
    const items = menu?.items ?? []
    const item = items.find((each) => each.id === itemId)
    if (!menu || !item) throw venueError('no_item')
    // What follows hears of it every time, because it may have begun after the item was marked.
    const follow = async () => {
      for (const each of soldOutItems.all(payload)) {
        await each(req, { item: itemId, day: today, isSoldOut })
      }
    }
    if (isOff(item.sold_out_on, today) === isSoldOut) return follow()
    const changed = { ...item, sold_out_on: isSoldOut ? today : null }
    await payload.update({
      collection: 'menus',
      id,
      data: { items: items.map((each) => (each === item ? changed : each)) },
      context: { isAudited: true },
      depth: 0,
      req,
    })
    await record(req, {
      action: isSoldOut ? 'sold_out' : 'back_on_menu',
      subject: `${item.name}, ${menu.title}`,
      of_collection: 'menus',
      document: id,
      details: { date: today },
    })
    await follow()
  })
}

const isOff = (soldOutOn: string | null | undefined, today: string): boolean =>
  Boolean(soldOutOn && soldOutOn >= today)

/** A menu with what staff need to say that its items are sold out. */
export type SoldOutMenu = {
  id: number
  title: string
  page: string
  /** Whether it is served today. */
  isToday: boolean
  items: { id: string; name: string; isSoldOut: boolean }[]
}

/** All menus, read without the cache: by the order of `pages`, those that are served today first. */
export async function readSoldOut(
  payload: Payload,
  pages: readonly string[],
): Promise<SoldOutMenu[]> {
  const today = await findToday(payload)
  const { docs } = await payload.find({
    collection: 'menus',
    sort: ['position', 'id'],
    pagination: false,
    depth: 0,
  })
  return docs
    .map(({ id, title, page, days, items }) => ({
      id,
      title,
      page,
      isToday: !days?.length || days.includes(weekdayOf(today)),
      items: (items ?? []).map(({ id: itemId, name, sold_out_on }) => ({
        id: itemId ?? '',
        name,
        isSoldOut: isOff(sold_out_on, today),
      })),
    }))
    .sort(
      (one, other) =>
        pages.indexOf(one.page) - pages.indexOf(other.page) ||
        Number(other.isToday) - Number(one.isToday),
    )
}
