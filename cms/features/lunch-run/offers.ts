import type { Payload, PayloadRequest } from 'payload'
import { cachedRead } from '../../platform/database/cached-read.ts'
import type { LunchVendor as VendorRecord } from '../../platform/payload/payload-types.ts'
import { weekdayOf } from '../venue/hours/opening-hours.ts'
import type { Dish, ExtraGroup, OfferSource } from './rules.ts'
import { lunchOffersTag } from './tags.ts'

/** From whom members can order. */
export type Offer = {
  /** The id of its record; 0 for the kitchens, if they have none. */
  id: number
  name: string
  source: OfferSource
  vendor: number | null
}

const readVendors = async (payload: Payload, req?: PayloadRequest): Promise<VendorRecord[]> =>
  (
    await payload.find({
      ...(req && { req }),
      collection: 'lunch_vendors',
      sort: ['kind', 'name', 'id'],
      pagination: false,
      depth: 0,
    })
  ).docs

const findVendors = (payload: Payload): Promise<VendorRecord[]> =>
  cachedRead('lunch vendors', [lunchOffersTag], () => readVendors(payload))

const toOffer = ({ id, name, kind }: VendorRecord): Offer => ({
  ...{ id, name, source: kind },
  vendor: kind === 'vendor' ? id : null,
})

/** The offers of which one can start a run. Without a record, the kitchens have no lunch runs. */
export const findOffers = async (payload: Payload): Promise<Offer[]> =>
  (await findVendors(payload)).filter(({ active }) => active).map(toOffer)

/** The vendor's address for orders; null if there is none. */
export async function findVendorAddress(
  payload: Payload,
  id: number,
): Promise<{ name: string; email: string } | null> {
  const vendor = (await readVendors(payload)).find((each) => each.id === id)
  return vendor?.email ? { name: vendor.name, email: vendor.email } : null
}

const namesIn = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)

function groupsOf({ extras }: VendorRecord, dish: string): ExtraGroup[] {
  return (extras ?? [])
    .filter(({ only_for: only }) => {
      const names = namesIn(only)
      return !names.length || names.includes(dish.trim().toLowerCase())
    })
    .map(({ id, name, choose, options }) => ({
      ...{ id: id ?? '', name, choose },
      options: options.map((option) => ({
        ...{ id: option.id ?? '', name: option.name, priceCents: option.price_cents },
      })),
    }))
}

/**
 * The dishes of an offer on a day, with their prices of now, read without the cache. Null if nothing can be ordered there.
 * @param id of the record of the kitchens or of a vendor
 */
export async function readDishes(
  req: PayloadRequest,
  { id, day }: { id: number; day: string },
): Promise<{ offer: Offer; dishes: Dish[]; soldOut: string[] } | null> {
  const { payload } = req
  const vendor = (await readVendors(payload, req)).find((each) => each.id === id && each.active)
  if (!vendor) return null
  const offer = toOffer(vendor)
  if (offer.source === 'vendor') {
    const dishes = (vendor.dishes ?? []).map((dish) => ({
      ...{ id: dish.id ?? '', name: dish.name, description: dish.description ?? '' },
      ...{ priceCents: dish.price_cents, diets: dish.diets ?? [] },
      groups: groupsOf(vendor, dish.name),
    }))
    return dishes.length ? { offer, dishes, soldOut: [] } : null
  }
  const { docs } = await payload.find({
    req,
    collection: 'menus',
    where: { page: { equals: 'kitchens' } },
    sort: ['position', 'id'],
    pagination: false,
    depth: 0,
  })
  const served = docs.filter(({ days }) => !days?.length || days.includes(weekdayOf(day)))
  const items = served.flatMap(({ id: menu, items: own }) =>
    (own ?? []).map((item) => ({ menu, item })),
  )
  const soldOut: string[] = []
  const dishes = items.flatMap(({ menu, item }): Dish[] => {
    // What has no price of its own, such as the catch of the day, can't be agreed on.
    if (!item.id || item.price_cents == null || item.price_cents <= 0) return []
    if (item.sold_out_on && item.sold_out_on >= day) soldOut.push(item.id)
    return [
      {
        ...{ id: item.id, name: item.name, description: item.description ?? '' },
        ...{ priceCents: item.price_cents, diets: item.diets ?? [], menu },
        groups: groupsOf(vendor, item.name),
      },
    ]
  })
  return dishes.length ? { offer, dishes, soldOut } : null
}
