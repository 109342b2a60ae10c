/** An amount that the Common Good received, in GBP pence. The amount of a payment is the Common Good's share. */
type DemoMovement = {
  kind: 'payment' | 'round_up' | 'counted_cash' | 'gift'
  amount_cents: number
  note: string
  day: string
}

const month = (name: string, day: string, share: number, roundedUp: number): DemoMovement[] => [
  { kind: 'payment', amount_cents: share, note: `A penny in the pound, ${name}`, day },
  { kind: 'round_up', amount_cents: roundedUp, note: `Rounded up at the tills, ${name}`, day },
]

/** Oldest first. The payments and round-ups of a month are booked on the first working day of the next month. */
export const movements: DemoMovement[] = [
  ...month('January', '2026-02-02', 57814, 4139),
  ...month('February', '2026-03-02', 59377, 4411),
  {
    kind: 'counted_cash',
    amount_cents: 38260,
    note: 'Buckets at the choir’s spring concert',
    day: '2026-03-29',
  },
  ...month('March', '2026-04-01', 65802, 5068),
  ...month('April', '2026-05-01', 67945, 5293),
  {
    kind: 'gift',
    amount_cents: 35500,
    note: 'Sid’s half marathon, in the pot-wash apron',
    day: '2026-05-17',
  },
  ...month('May', '2026-06-01', 73118, 6127),
  ...month('June', '2026-07-01', 76630, 6854),
  {
    kind: 'counted_cash',
    amount_cents: 19875,
    note: 'Repair Café tea tins, January to July',
    day: '2026-07-18',
  },
  ...month('July', '2026-08-03', 78255, 7012),
  ...month('August', '2026-09-01', 74108, 6630),
  ...month('September', '2026-10-01', 70436, 6218),
  {
    kind: 'counted_cash',
    amount_cents: 31450,
    note: 'Harvest supper, everything left in the tin',
    day: '2026-10-11',
  },
  ...month('October', '2026-11-02', 72921, 6487),
]
