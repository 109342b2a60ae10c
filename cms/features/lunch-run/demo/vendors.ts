import type { RequiredDataFromCollectionSlug } from 'payload'

/** From whom members of the demo venue order lunch. */
export const vendors: RequiredDataFromCollectionSlug<'lunch_vendors'>[] = [
  {
    name: 'Our kitchens',
    kind: 'kitchens',
    active: true,
    extras: [
      {
        name: 'On the side',
        choose: 'any',
        options: [
          { name: 'Chips', price_cents: 350 },
          { name: 'Slaw', price_cents: 250 },
          { name: 'Hot sauce', price_cents: 0 },
        ],
      },
    ],
  },
  {
    name: 'Golden Wok, Division Street',
    kind: 'vendor',
    email: 'orders@golden-wok.example',
    phone: '+44 114 496 0142',
    active: true,
    extras: [
      {
        name: 'With',
        choose: 'one',
        only_for: 'Pad Thai, Fried rice',
        options: [
          { name: 'Tofu', price_cents: 0 },
          { name: 'Chicken', price_cents: 100 },
          { name: 'Prawns', price_cents: 200 },
        ],
      },
      {
        name: 'Filling',
        choose: 'some',
        only_for: 'Bao',
        options: [
          { name: 'Pork belly', price_cents: 0 },
          { name: 'Mushroom', price_cents: 0 },
        ],
      },
      {
        name: 'Extras',
        choose: 'any',
        options: [
          { name: 'Chilli oil', price_cents: 50 },
          { name: 'Prawn crackers', price_cents: 200 },
        ],
      },
    ],
    dishes: [
      {
        name: 'Pad Thai',
        description: 'Rice noodles, egg, tamarind, peanuts, lime.',
        price_cents: 950,
        diets: ['contains_nuts'],
      },
      { name: 'Fried rice', description: 'Egg, peas, spring onion.', price_cents: 850 },
      { name: 'Bao', description: 'Two steamed buns, pickles.', price_cents: 800 },
      {
        name: 'Aubergine in black bean sauce',
        description: 'With steamed rice.',
        price_cents: 900,
        diets: ['vegan', 'dairy_free'],
      },
    ],
  },
]
