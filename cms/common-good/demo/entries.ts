/**
 * A payment into the fund, in GBP pence. The amount of a month is entered on the first working day of the
 * next month.
 */
type CommonGoodEntry = { amount_cents: number; note: string; entered_at: string }

export const entries: CommonGoodEntry[] = [
  { amount_cents: 57814, note: 'A penny in the pound, January', entered_at: '2026-02-02' },
  { amount_cents: 59377, note: 'A penny in the pound, February', entered_at: '2026-03-02' },
  { amount_cents: 38260, note: 'Buckets at the choir’s spring concert', entered_at: '2026-03-29' },
  { amount_cents: 65802, note: 'A penny in the pound, March', entered_at: '2026-04-01' },
  { amount_cents: 67945, note: 'A penny in the pound, April', entered_at: '2026-05-01' },
  {
    amount_cents: 35500,
    note: 'Sid’s half marathon, in the pot-wash apron',
    entered_at: '2026-05-17',
  },
  { amount_cents: 73118, note: 'A penny in the pound, May', entered_at: '2026-06-01' },
  { amount_cents: 76630, note: 'A penny in the pound, June', entered_at: '2026-07-01' },
  { amount_cents: 19875, note: 'Repair Café tea tins, January to July', entered_at: '2026-07-18' },
  { amount_cents: 78255, note: 'A penny in the pound, July', entered_at: '2026-08-03' },
  { amount_cents: 74108, note: 'A penny in the pound, August', entered_at: '2026-09-01' },
  { amount_cents: 70436, note: 'A penny in the pound, September', entered_at: '2026-10-01' },
  {
    amount_cents: 31450,
    note: 'Harvest supper, everything left in the tin',
    entered_at: '2026-10-11',
  },
  { amount_cents: 72921, note: 'A penny in the pound, October', entered_at: '2026-11-02' },
]
