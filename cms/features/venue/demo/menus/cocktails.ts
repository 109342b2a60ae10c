import type { Menu } from './menu.ts'

export const cocktailsMenus: Menu[] = [
  {
    page: 'cocktails',
    title: 'House',
    note: '£7 each during Sunday service.',
    available: '',
    items: [
      {
        name: 'Pay Day',
        description: 'Gin, pink grapefruit, rosemary, soda. Long, and gone quickly.',
        price_cents: 900,
        diets: ['vegan', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Conductor',
        description: 'Rye, Yorkshire tea syrup, lemon, bitters, one big lump of ice.',
        price_cents: 950,
        diets: ['vegan', 'dairy_free'],
      },
      {
        name: 'Rhubarb and Change',
        description: 'Vodka, forced rhubarb, vanilla, sparkling wine.',
        price_cents: 950,
        diets: ['vegan', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Cutler’s Martini',
        description: 'Gin from Sheffield, dry vermouth, pickled onion. Very cold indeed.',
        price_cents: 1000,
        diets: ['vegan', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Last Tram',
        description: 'Dark rum, espresso, demerara, a pinch of salt.',
        price_cents: 950,
        diets: ['vegan', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Peach Tin',
        description: 'Bourbon, the syrup from tinned peaches, lemon, mint.',
        price_cents: 900,
        diets: ['vegan', 'dairy_free'],
      },
      {
        name: 'Yolk',
        description: 'Advocaat made here, brandy, lime, lemonade. Better than you remember.',
        price_cents: 850,
        diets: ['vegetarian', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Parkin Old Fashioned',
        description: 'Blended Scotch, ginger, treacle, orange peel.',
        price_cents: 980,
        diets: ['vegan', 'dairy_free'],
      },
    ],
  },
  {
    page: 'cocktails',
    title: 'Classics',
    note: 'The ones you know, measured. If yours isn’t here, ask.',
    available: '',
    items: [
      {
        name: 'Negroni',
        description: 'Equal parts. We don’t improve it.',
        price_cents: 900,
        diets: ['vegan', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Daiquiri',
        description: 'White rum, lime, sugar. Nine seconds from shaker to hand.',
        price_cents: 900,
        diets: ['vegan', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Whisky sour',
        description: 'With egg white, or without if you say so.',
        price_cents: 950,
        diets: ['vegetarian', 'dairy_free'],
      },
      {
        name: 'Margarita',
        description: 'Blanco tequila, orange liqueur, lime, half a rim of salt.',
        price_cents: 950,
        diets: ['vegan', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Manhattan',
        description: 'Rye, sweet vermouth, bitters and one good cherry.',
        price_cents: 950,
        diets: ['vegan', 'dairy_free'],
      },
      {
        name: 'Amaretto sour',
        description: 'Amaretto with some bourbon in it for backbone.',
        price_cents: 900,
        diets: ['vegetarian', 'dairy_free', 'contains_nuts'],
      },
      {
        name: 'Dark and stormy',
        description: 'Black rum, lime, ginger beer with a kick.',
        price_cents: 850,
        diets: ['vegan', 'gluten_free', 'dairy_free'],
      },
      {
        name: 'Snowball',
        description: 'Not only at Christmas, because Maureen likes one.',
        price_cents: 800,
        diets: ['vegetarian', 'gluten_free', 'dairy_free'],
      },
    ],
  },
  {
    page: 'cocktails',
    title: 'Low and no',
    note: 'Five with no alcohol, two with a little. Same glasses, same ice.',
    available: '',
    items: [
      {
        name: 'Dry Run',
        description: 'Cold black tea, seville orange, bitter lemon. No alcohol.',
        price_cents: 550,
        diets: ['vegan', 'gluten_free', 'dairy_free', 'low_no'],
      },
      {
        name: 'Nearly Negroni',
        description: 'Bitter orange, rosemary, grape must. No alcohol.',
        price_cents: 600,
        diets: ['vegan', 'gluten_free', 'dairy_free', 'low_no'],
      },
      {
        name: 'Ginger Shandy',
        description: 'Ginger beer from the barrel, lime, cold hop tea. No alcohol.',
        price_cents: 500,
        diets: ['vegan', 'gluten_free', 'dairy_free', 'low_no'],
      },
      {
        name: 'Garden Pay Day',
        description: 'Pink grapefruit, rosemary, cucumber, soda. No alcohol.',
        price_cents: 550,
        diets: ['vegan', 'gluten_free', 'dairy_free', 'low_no'],
      },
      {
        name: 'Rose lassi',
        description: 'Yoghurt, rosewater, cardamom, crushed ice. No alcohol.',
        price_cents: 520,
        diets: ['vegetarian', 'gluten_free', 'low_no'],
      },
      {
        name: 'Sherry and tonic',
        description: 'Fino, tonic, a slice of lemon. About 3%.',
        price_cents: 600,
        diets: ['vegan', 'gluten_free', 'dairy_free', 'low_no'],
      },
      {
        name: 'Half Measure',
        description: 'Vermouth, peach, a lot of soda. About 3%.',
        price_cents: 620,
        diets: ['vegan', 'gluten_free', 'dairy_free', 'low_no'],
      },
    ],
  },
]
