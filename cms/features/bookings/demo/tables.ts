import type { VenueArea } from '../../venue/rules.ts'

type DemoTable = {
  name: string
  area: VenueArea
  min_party: number
  max_party: number
  joins?: string
  step_free?: boolean
  outdoors?: boolean
  high_chair?: boolean
  desk?: boolean
}

type Features = Pick<DemoTable, 'joins' | 'step_free' | 'outdoors' | 'high_chair' | 'desk'>

/** Some tables of the same kind, with numbers: `Window 1`, `Window 2`. A table alone has no number. */
const alike = (
  area: VenueArea,
  name: string,
  count: number,
  seats: [min: number, max: number],
  features: Features = {},
): DemoTable[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ name: count > 1 ? `${name} ${index + 1}` : name, area },
    ...{ min_party: seats[0], max_party: seats[1], ...features },
  }))

const flat = { step_free: true }

/** The tables of the demo venue, in the order in which they stand. The hall has no tables of its own. */
export const demoTables: readonly DemoTable[] = [
  ...alike('Cafe', 'Window', 4, [1, 2], { ...flat, joins: 'Window', high_chair: true }),
  ...alike('Cafe', 'Round', 3, [2, 4], { ...flat, high_chair: true }),
  ...alike('Cafe', 'Family bench', 1, [4, 8], { ...flat, high_chair: true }),
  ...alike('Cafe', 'Yard', 4, [1, 4], { ...flat, outdoors: true }),
  ...alike('Beer Hall', 'Long table', 6, [4, 8], { ...flat, joins: 'Long table' }),
  ...alike('Beer Hall', 'Barrel', 6, [1, 3]),
  ...alike('Beer Hall', 'Booth', 4, [2, 6], flat),
  ...alike('Beer Hall', 'Yard bench', 4, [2, 6], { ...flat, outdoors: true }),
  ...alike('Cocktail Bar', 'Bar stools', 4, [1, 2], { joins: 'Stools' }),
  ...alike('Cocktail Bar', 'Velvet corner', 4, [2, 4], flat),
  ...alike('Cocktail Bar', 'The snug', 1, [4, 7]),
  ...alike('Kitchens', 'Pass', 4, [1, 2], { ...flat, joins: 'Pass' }),
  ...alike('Kitchens', 'Table', 6, [2, 4], { ...flat, high_chair: true, joins: 'Middle' }),
  ...alike('Kitchens', 'Chef’s table', 1, [5, 10], flat),
  ...alike('Common Room', 'Desk', 6, [1, 1], { ...flat, desk: true }),
]
