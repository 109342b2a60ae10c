import type { CauseState } from '../rules.ts'

type DemoCause = {
  title: string
  slug: string
  text: string
  state: CauseState
  goal_cents: number
  /** File name of the cause's picture. */
  picture?: string
  /** The amount that was set aside, in GBP pence, and the day. */
  funded?: { amount_cents: number; day: string }
  /** Set if the whole amount was paid out. `receipt` is a file name. */
  paid?: { note: string; day: string; receipt: string }
}

/** Causes of the demo venue, oldest first. */
export const causes: DemoCause[] = [
  {
    title: 'Sewing machines',
    slug: 'sewing-machines',
    text: 'Three second-hand machines for the Repair Café, so that nobody has to wait for a zip.',
    state: 'paid_out',
    goal_cents: 42000,
    picture: 'community-3.webp',
    funded: { amount_cents: 42000, day: '2026-03-16' },
    paid: {
      note: 'Three second-hand sewing machines',
      day: '2026-03-20',
      receipt: 'receipt-1.webp',
    },
  },
  {
    title: 'A day at the sea',
    slug: 'a-day-at-the-sea',
    text: 'The youth club wanted to see the sea. Some of them never had. The coach seats 49.',
    state: 'paid_out',
    goal_cents: 96500,
    funded: { amount_cents: 96500, day: '2026-05-22' },
    paid: {
      note: 'Coach to Cleethorpes and back, 49 seats',
      day: '2026-05-27',
      receipt: 'receipt-2.webp',
    },
  },
  {
    title: 'Packed lunches',
    slug: 'packed-lunches',
    text: 'Two weeks of the school holidays, a bag on the counter for anyone under sixteen, no questions.',
    state: 'paid_out',
    goal_cents: 61000,
    picture: 'kitchens-2.webp',
    funded: { amount_cents: 61000, day: '2026-07-20' },
    paid: {
      note: 'Bread, cheese, apples: lunches for two weeks',
      day: '2026-07-24',
      receipt: 'receipt-3.webp',
    },
  },
  {
    title: 'The food bank’s boiler',
    slug: 'food-bank-boiler',
    text: 'Their kitchen had been without hot water since August. The church paid the other half.',
    state: 'paid_out',
    goal_cents: 128000,
    funded: { amount_cents: 128000, day: '2026-10-12' },
    paid: {
      note: 'New boiler for the food bank’s kitchen, our half',
      day: '2026-10-19',
      receipt: 'receipt-4.webp',
    },
  },
  {
    title: 'Coats on a rail',
    slug: 'coats-on-a-rail',
    text: 'A rail and a hundred hangers in the Paint Shop. Bring a coat you don’t wear, take one you will.',
    state: 'funded',
    goal_cents: 24000,
    funded: { amount_cents: 24000, day: '2026-11-09' },
  },
  {
    title: 'Strings for the fiddles',
    slug: 'strings-for-the-fiddles',
    text: 'The Saturday fiddle class is out of strings, bows and shoulder rests. Thirty children, eighteen fiddles.',
    state: 'open',
    goal_cents: 90000,
    picture: 'hall-2.webp',
    funded: { amount_cents: 38500, day: '2026-11-09' },
  },
  {
    title: 'A bench for Infirmary Road',
    slug: 'a-bench-for-infirmary-road',
    text: 'Halfway up the hill, by the bus stop, where everybody stops anyway.',
    state: 'open',
    goal_cents: 74000,
  },
]

/** Messages of the demo venue, oldest first. */
export const messages: { text: string; name: string | null }[] = [
  {
    text: 'For the coach. I was eleven when I first saw the sea, and I still know what I had on.',
    name: 'Maureen',
  },
  { text: 'You mended my mum’s lamp and wouldn’t take anything for it. So.', name: 'Tariq' },
  { text: 'Round it up, I’ll never notice. They will.', name: null },
  {
    text: 'The choir got me through last winter. This is for whoever it gets through this one.',
    name: 'Ines',
  },
]
