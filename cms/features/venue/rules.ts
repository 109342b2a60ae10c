import { toPathSegment } from '../../platform/http/texts/slug.ts'

/**
 * The rooms in the order of the top navigation. A room's name is the key of its page and the first segment
 * of its path. Source: spec section 2.
 */
export const rooms = [
  'cafe',
  'cocktails',
  'beer',
  'kitchens',
  'hall',
  'community',
  'common-room',
] as const
export type Room = (typeof rooms)[number]
export type RoomPath = `/${Room}`

export const roomPath = (room: Room): RoomPath => `/${room}`

/** The prefix of a room's text keys on pages that show every room. */
export const roomKey = (room: string): string => room.replaceAll('-', '_')

export type HeroPath = '/' | RoomPath
/** The paths that have a hero image set. Source: spec section 2. */
export const heroPaths: readonly HeroPath[] = ['/', ...rooms.map(roomPath)]

/** Source: spec section 9, "Venue areas". */
export const venueAreas = [
  'Beer Hall',
  'Cafe',
  'Cocktail Bar',
  'Common Room',
  'Kitchens',
  'Event Spaces',
] as const
export type VenueArea = (typeof venueAreas)[number]

export const isVenueArea = (text: string | null): text is VenueArea =>
  (venueAreas as readonly (string | null)[]).includes(text)

/** The room of each area. */
export const roomOfArea: Record<VenueArea, Room> = {
  'Beer Hall': 'beer',
  Cafe: 'cafe',
  'Cocktail Bar': 'cocktails',
  'Common Room': 'common-room',
  Kitchens: 'kitchens',
  'Event Spaces': 'hall',
}

/** Source: spec section 9, "Beer styles". Staff may enter other styles for a tap. */
export const beerStyles = [
  'IPA',
  'Lager',
  'Stout',
  'Porter',
  'Wheat Beer',
  'Pilsner',
  'Pale Ale',
  'Saison',
  'Sour Beer',
  'Belgian',
  'Cider',
] as const
export type BeerStyle = (typeof beerStyles)[number]

/** When people can be expected to answer a mail, until staff say otherwise. Times on the venue's clock. */
export const defaultWaking = { from: '08:00', until: '22:00' } as const

/** How many topics of its own a venue may have, and their longest name in characters. */
export const topicLimits = { count: 20, name: 60 } as const

const comparable = (name: string) => name.normalize('NFKC').toLowerCase()

/** The name of a topic as it is stored: without spaces at its ends, and with single spaces in it. */
export const cleanTopic = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').normalize()

/**
 * What is wrong with the name of a venue's own topic; null if nothing is.
 * @param names all own topics of the venue, this one included
 * @param taken names of topics that are not the venue's own, such as the interests
 */
export function topicProblem(
  name: string,
  { names, taken }: { names: readonly string[]; taken: readonly string[] },
): string | null {
  const isSame = (other: string) => comparable(cleanTopic(other)) === comparable(cleanTopic(name))
  if (taken.some(isSame)) return 'Everybody can choose that one already. Write another name.'
  return names.filter(isSame).length > 1 ? 'This topic is on the list twice.' : null
}

/** A typed style with single spaces. If `known` has the style in another case, that spelling is used. */
export function cleanStyle(typed: string, known: readonly string[]): string {
  const style = typed.trim().replaceAll(/\s+/g, ' ')
  return known.find((each) => each.toLowerCase() === style.toLowerCase()) ?? style
}

/** The styles of a tap list: first those of `beerStyles` in this order, then others by name. */
export function stylesOf(taps: readonly { style: string }[]): string[] {
  const all = new Set(taps.map(({ style }) => style))
  const specified = beerStyles.filter((style) => all.delete(style))
  return [...specified, ...[...all].sort((one, other) => one.localeCompare(other, 'en'))]
}

/** Dietary marks of a menu, in the order in which they are shown. */
export const diets = [
  'vegetarian',
  'vegan',
  'gluten_free',
  'dairy_free',
  'contains_nuts',
  'halal',
  'low_no',
] as const
export type Diet = (typeof diets)[number]

/**
 * The product's name as a path segment: `Common People` gives `common-people`.
 * A name without a Latin letter or digit gives `venue`.
 */
export const toSlug = (productName: string): string => toPathSegment(productName) || 'venue'

/**
 * The path of the page with the venue's clock, and the other spellings that redirect to it permanently.
 * There are three others, or one if the name is a single word. Source: spec section 2.
 */
export function dateTimePaths(productName: string): { path: string; aliases: string[] } {
  const slug = toSlug(productName)
  const joined = slug.replaceAll('-', '')
  const path = `/${slug}-date-time`
  const spellings = [`/${slug}-datetime`, `/${joined}-date-time`, `/${joined}-datetime`]
  return { path, aliases: [...new Set(spellings)].filter((alias) => alias !== path) }
}
