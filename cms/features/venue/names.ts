import type { Weekday } from './hours/opening-hours.ts'
import { type Diet, venueAreas } from './rules.ts'

export const dayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** The name of an area in the admin, which is the name of its room on the site. */
export const areaName = (area: string): string => (area === 'Event Spaces' ? 'Hall' : area)

/** The options of a field for areas. */
export const areaOptions = venueAreas.map((value) => ({ value, label: areaName(value) }))

/** Names of dietary marks in the admin. */
export const dietNames: Record<Diet, string> = {
  vegetarian: 'Vegetarian',
  vegan: 'Vegan',
  gluten_free: 'Gluten free',
  dairy_free: 'Dairy free',
  contains_nuts: 'Contains nuts',
  halal: 'Halal',
  low_no: 'Low or no alcohol',
}
