import { publicPages } from '../../cms/features/pages.ts'
import { dateTimePaths } from '../../cms/features/venue/rules.ts'

/** Every public page of the demo venue. */
export const pages = [...Object.keys(publicPages), dateTimePaths('Common People').path]

/** The top navigation. Source: spec section 2. */
export const navigation = [
  ['CAFE', '/cafe'],
  ['COCKTAILS', '/cocktails'],
  ['BEER', '/beer'],
  ['KITCHENS', '/kitchens'],
  ['HALL', '/hall'],
  ['COMMUNITY', '/community'],
  ['THE COMMON ROOM', '/common-room'],
] as const
