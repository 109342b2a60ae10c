import type { VenueArea } from '../../venue/rules.ts'

type DemoMember = {
  name: string
  /** Nobody gets mails at `.invalid` (RFC 2606), so nobody can sign in with this address. */
  email: `${string}@demo.invalid`
  /** `YYYY-MM-DD`, like each `day`. */
  joined: string
  roundsUp: boolean
  /** One top-up at the bar in each month, in GBP pence. */
  topUp: { cents: number; till: 'cash' | 'card'; dayOfMonth: number }
  /** The monthly purchases. The price rises a little each month, so that the amounts differ. */
  purchases: readonly { area: VenueArea; cents: number; dayOfMonth: number }[]
  gifts: readonly { cents: number; day: string }[]
}

/** Members of the demo venue who have credit. */
export const members: readonly DemoMember[] = [
  {
    name: 'Maureen (demo)',
    email: 'maureen@demo.invalid',
    joined: '2025-12-04',
    roundsUp: true,
    topUp: { cents: 2000, till: 'cash', dayOfMonth: 3 },
    purchases: [
      { area: 'Cafe', cents: 340, dayOfMonth: 8 },
      { area: 'Kitchens', cents: 985, dayOfMonth: 15 },
    ],
    gifts: [{ cents: 500, day: '2026-05-18' }],
  },
  {
    name: 'Tariq (demo)',
    email: 'tariq@demo.invalid',
    joined: '2025-12-11',
    roundsUp: true,
    topUp: { cents: 3000, till: 'card', dayOfMonth: 5 },
    purchases: [
      { area: 'Beer Hall', cents: 515, dayOfMonth: 10 },
      { area: 'Beer Hall', cents: 1030, dayOfMonth: 19 },
    ],
    gifts: [
      { cents: 1000, day: '2026-03-20' },
      { cents: 1000, day: '2026-09-11' },
    ],
  },
  {
    name: 'Ines (demo)',
    email: 'ines@demo.invalid',
    joined: '2026-01-09',
    roundsUp: false,
    topUp: { cents: 2500, till: 'card', dayOfMonth: 4 },
    purchases: [
      { area: 'Cafe', cents: 425, dayOfMonth: 7 },
      { area: 'Event Spaces', cents: 1200, dayOfMonth: 16 },
    ],
    gifts: [],
  },
  {
    name: 'Jo (demo)',
    email: 'jo@demo.invalid',
    joined: '2026-01-16',
    roundsUp: true,
    topUp: { cents: 4000, till: 'cash', dayOfMonth: 6 },
    purchases: [
      { area: 'Cocktail Bar', cents: 1150, dayOfMonth: 13 },
      { area: 'Cafe', cents: 365, dayOfMonth: 18 },
    ],
    gifts: [{ cents: 2000, day: '2026-11-13' }],
  },
]

/** Months with movements, and by how many pence the prices of each month are higher than those of the first. */
export const months = Array.from({ length: 10 }, (_, index) => ({
  name: `2026-${String(index + 2).padStart(2, '0')}`,
  priceRiseCents: index * 5,
}))

/** Credit that one member sent to another, in GBP pence. `from` and `to` are indexes in the list of members. */
export const sends = [
  { from: 3, to: 0, cents: 500, day: '2026-04-14' },
  { from: 1, to: 2, cents: 1000, day: '2026-08-21' },
] as const
