import { partiesThatFit } from '../reservations/rules.ts'

/** The pages of the drops. Source: spec section 2. */
export const dropsPath = '/secretkitchens'
export const dropPath = (slug: string): string => `${dropsPath}/${slug}`
/** Where somebody signs in who wants to claim. */
export const signInPath = (slug?: string): string =>
  `${dropsPath}/sign-in${slug ? `?back=${encodeURIComponent(dropPath(slug))}` : ''}`
/** Slugs that are pages of their own. */
export const reservedSlugs = ['claim', 'sign-in', 'api', 'offline', 'restricted', '404']

/**
 * Claims of the first seconds are drawn by lot, so that neither the fastest network nor a script wins. Pages promise ten
 * seconds; two more are for claims that are on their way or wait for their turn.
 */
export const drawSeconds = 12
/** How long portions are kept until their member says how they are paid. */
export const heldMinutes = 5
/** How long portions that came back are offered on the day, in minutes. */
export const offerMinutes = 15
/** How long before the opening the bell rings. */
export const bellMinutes = 10
/** How long before its first slot a claim can be collected, and how long after the last one staff may still mark it. */
export const collectHours = { before: 1, after: 12 }
export const collectingOpensAt = ({ startsAt }: { startsAt: Date }): Date =>
  new Date(startsAt.getTime() - collectHours.before * 3_600_000)

export const limits = {
  portions: 500,
  /** The most portions that one claim can have. */
  each: 4,
  slots: 12,
  titleLength: 80,
  kitchenLength: 80,
  storyLength: 3000,
  noteLength: 300,
  messageLength: 600,
  priceCents: 500_00,
} as const

/** The fourteen allergens that food must be labelled with. */
export const allergens = [
  'celery',
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'nuts',
  'peanuts',
  'sesame',
  'soya',
  'sulphites',
] as const

/** Who is told when a drop is announced: those who rang the bell for every drop, or nobody. */
export const dropAudiences = ['bell', 'nobody'] as const

/** `bar`: it is paid at the bar when it is collected. */
export const paymentWays = ['credit', 'bar', 'card'] as const
export type PaymentWay = (typeof paymentWays)[number]

/**
 * - `draft`: only the kitchen knows of it
 * - `drawing`: it is open, and claims are collected for the draw
 * - `sold_out`: all portions are taken, or the kitchen said so. One can wait for portions that come back
 * - `served`: the last slot is over
 */
export const dropStates = [
  'draft',
  'announced',
  'drawing',
  'open',
  'sold_out',
  'served',
  'cancelled',
] as const
export type DropState = (typeof dropStates)[number]

/** What the state of a drop depends on. */
export type DropFacts = {
  announcedAt: Date | null
  opensAt: Date
  drawnAt: Date | null
  soldOutAt: Date | null
  cancelledAt: Date | null
  servedAt: Date | null
  endsAt: Date
  portions: number
  taken: number
}

/** When the claims of the first seconds are drawn. */
export const drawAt = ({ opensAt }: Pick<DropFacts, 'opensAt'>): Date =>
  new Date(opensAt.getTime() + drawSeconds * 1000)

export function stateOf(drop: DropFacts, now: Date): DropState {
  if (drop.cancelledAt) return 'cancelled'
  if (!drop.announcedAt) return 'draft'
  if (drop.servedAt || now >= drop.endsAt) return 'served'
  if (now < drop.opensAt) return 'announced'
  if (drop.soldOutAt) return 'sold_out'
  if (!drop.drawnAt) return 'drawing'
  return drop.taken >= drop.portions ? 'sold_out' : 'open'
}

/** When the state changes without anybody doing anything; null if it does not. */
export function nextChange(drop: DropFacts, now: Date): Date | null {
  const times = [drop.opensAt, drawAt(drop), drop.endsAt].filter((each) => each > now)
  const isOver = drop.cancelledAt ?? drop.servedAt
  return isOver || !times.length ? null : new Date(Math.min(...times.map(Number)))
}

/** When the next step of a drop is due: its bell, its draw, its end; null if there is none. */
export function nextStep(drop: DropFacts & { rungAt: Date | null }, now: Date): Date | null {
  if (!drop.announcedAt || drop.cancelledAt || drop.servedAt) return null
  const bell = new Date(drop.opensAt.getTime() - bellMinutes * 60_000)
  if (!drop.rungAt && now < drop.opensAt) return bell > now ? bell : now
  return drop.drawnAt ? drop.endsAt : drawAt(drop)
}

/** Whether a claim that is made now takes part in the draw. */
export const entersDraw = (drop: DropFacts, now: Date): boolean =>
  drop.drawnAt === null && now < drawAt(drop)

/** Whether the draw is due. */
export const isDrawDue = (drop: DropFacts, now: Date): boolean =>
  drop.announcedAt !== null &&
  drop.cancelledAt === null &&
  drop.drawnAt === null &&
  drop.servedAt === null &&
  now < drop.endsAt &&
  now >= drawAt(drop)

export type ClaimRefusal = 'not_found' | 'cancelled' | 'not_open' | 'over' | 'sold_out' | 'too_new'

/**
 * Why a member can't claim; null if they can. All portions being taken is no reason, because one can wait.
 * @param request.memberSince null: it is not known, and was checked before
 */
export function refusalOfClaim(
  drop: DropFacts,
  { now, memberSince }: { now: Date; memberSince: Date | null },
): ClaimRefusal | null {
  const state = stateOf(drop, now)
  if (state === 'draft') return 'not_found'
  if (state === 'cancelled') return 'cancelled'
  if (state === 'served') return 'over'
  if (state === 'announced') return 'not_open'
  if (drop.soldOutAt) return 'sold_out'
  // Whoever joins after the announcement can't multiply their chances with it.
  if (memberSince && drop.announcedAt && memberSince >= drop.announcedAt) return 'too_new'
  return null
}

/** One entry of the draw. */
export type Entry = { member: number; party: number }

/**
 * Puts entries into a random order: each order is equally likely (Fisher and Yates), whatever the order in which they came.
 * @param random an integer from 0 to below its argument, from a source that nobody can predict
 */
export function shuffle<T>(entries: readonly T[], random: (below: number) => number): T[] {
  const order = [...entries]
  for (let last = order.length - 1; last > 0; last--) {
    const other = random(last + 1)
    const kept = order[last] as T
    order[last] = order[other] as T
    order[other] = kept
  }
  return order
}

/**
 * Draws who gets portions. In the drawn order, each entry gets its portions if enough are left; the others wait, in the
 * same order.
 */
export function drawLot<E extends Entry>(
  entries: readonly E[],
  portions: number,
  random: (below: number) => number,
): { won: E[]; waiting: E[] } {
  const order = shuffle(entries, random)
  const won = partiesThatFit(order, portions)
  const winners = new Set(won)
  return { won, waiting: order.filter((each) => !winners.has(each)) }
}

/** How many portions one slot takes, so that not everybody comes in the first. */
export const slotPortions = ({
  portions,
  slots,
  each,
}: {
  portions: number
  slots: readonly string[]
  each: number
}): number => Math.ceil(portions / Math.max(1, slots.length)) + (each - 1)

/**
 * The slots with room for a party.
 * @param chosen the portions of each slot so far
 */
export function freeSlots(
  drop: { portions: number; slots: readonly string[]; each: number },
  chosen: ReadonlyMap<string, number>,
  party: number,
): string[] {
  const most = slotPortions(drop)
  return drop.slots.filter((slot) => (chosen.get(slot) ?? 0) + party <= most)
}

/** The price of a drop, as its claim pays it. */
export const totalCents = ({ priceCents }: { priceCents: number }, party: number): number =>
  priceCents * party

/** The time left in words: `2 days`, `3:05:10`, `4:59`. */
export function leftInWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const days = Math.floor(seconds / 86_400)
  if (days >= 2) return `${days} days`
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(seconds % 60)
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
