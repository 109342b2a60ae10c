import type { RequiredDataFromCollectionSlug } from 'payload'

type DemoRule = RequiredDataFromCollectionSlug<'booking_rules'>

const usual = {
  ...{ interval: 30, last: 60, buffer: 0, days_ahead: 60, notice: 30, spare_seats: 2 },
  cancel_hours: 2,
}

/** How the areas of the demo venue take bookings. */
export const demoRules: readonly DemoRule[] = [
  {
    ...usual,
    ...{ area: 'Cafe', largest_party: 8, covers: 24 },
    stays: [
      { party: 2, minutes: 60 },
      { party: 8, minutes: 90 },
    ],
  },
  {
    ...usual,
    ...{ area: 'Beer Hall', largest_party: 16, last: 90 },
    stays: [
      { party: 4, minutes: 120 },
      { party: 16, minutes: 180 },
    ],
    ...{ deposit_cents: 500, deposit_party: 10 },
  },
  {
    ...usual,
    ...{ area: 'Cocktail Bar', largest_party: 7, buffer: 15 },
    stays: [
      { party: 2, minutes: 90 },
      { party: 7, minutes: 120 },
    ],
  },
  {
    ...usual,
    ...{ area: 'Kitchens', largest_party: 10, last: 75, buffer: 15, covers: 16, cancel_hours: 6 },
    stays: [
      { party: 2, minutes: 90 },
      { party: 4, minutes: 105 },
      { party: 10, minutes: 120 },
    ],
    ...{ deposit_cents: 1000, deposit_party: 7 },
  },
  {
    ...usual,
    ...{ area: 'Kitchens', days: ['fri', 'sat'], largest_party: 10, last: 75, buffer: 15 },
    ...{ interval: 15, covers: 10, cancel_hours: 24 },
    stays: [
      { party: 2, minutes: 90 },
      { party: 4, minutes: 105 },
      { party: 10, minutes: 120 },
    ],
    ...{ deposit_cents: 1000, deposit_party: 6 },
  },
]
