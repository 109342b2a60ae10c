/**
 * What went into the fund, or below zero out of it, in GBP pence, oldest first. The amount of a month is booked on the
 * first working day of the next month.
 */
type DemoMovement = { amount_cents: number; note: string; day: string }

export const movements: DemoMovement[] = [
  { amount_cents: 57814, note: 'A penny in the pound, January', day: '2026-02-02' },
  { amount_cents: 59377, note: 'A penny in the pound, February', day: '2026-03-02' },
  {
    amount_cents: -42000,
    note: 'Second-hand sewing machines for the Repair Café',
    day: '2026-03-20',
  },
  { amount_cents: 38260, note: 'Buckets at the choir’s spring concert', day: '2026-03-29' },
  { amount_cents: 65802, note: 'A penny in the pound, March', day: '2026-04-01' },
  { amount_cents: 67945, note: 'A penny in the pound, April', day: '2026-05-01' },
  {
    amount_cents: 35500,
    note: 'Sid’s half marathon, in the pot-wash apron',
    day: '2026-05-17',
  },
  { amount_cents: -96500, note: 'Bus to the sea for the youth club', day: '2026-05-27' },
  { amount_cents: 73118, note: 'A penny in the pound, May', day: '2026-06-01' },
  { amount_cents: 76630, note: 'A penny in the pound, June', day: '2026-07-01' },
  { amount_cents: 19875, note: 'Repair Café tea tins, January to July', day: '2026-07-18' },
  { amount_cents: -61000, note: 'A summer of packed lunches, two weeks of it', day: '2026-07-24' },
  { amount_cents: 78255, note: 'A penny in the pound, July', day: '2026-08-03' },
  { amount_cents: 74108, note: 'A penny in the pound, August', day: '2026-09-01' },
  { amount_cents: 70436, note: 'A penny in the pound, September', day: '2026-10-01' },
  {
    amount_cents: 31450,
    note: 'Harvest supper, everything left in the tin',
    day: '2026-10-11',
  },
  {
    amount_cents: -128000,
    note: 'New boiler for the food bank’s kitchen, our half',
    day: '2026-10-19',
  },
  { amount_cents: 72921, note: 'A penny in the pound, October', day: '2026-11-02' },
]
