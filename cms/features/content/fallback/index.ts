import { beer } from './beer.ts'
import { branding } from './branding.ts'
import { cafe } from './cafe.ts'
import { cocktails } from './cocktails.ts'
import { commonRoom } from './common-room.ts'
import { community } from './community.ts'
import { dateTime } from './date-time.ts'
import { error } from './error.ts'
import { global } from './global.ts'
import { hall } from './hall.ts'
import { home } from './home.ts'
import { kitchens } from './kitchens.ts'
import { notFound } from './not-found.ts'
import { offline } from './offline.ts'
import { privacy } from './privacy.ts'
import { secretkitchens } from './secretkitchens.ts'

export const fallback = {
  home,
  cafe,
  cocktails,
  beer,
  kitchens,
  hall,
  community,
  'common-room': commonRoom,
  privacy,
  branding,
  'date-time': dateTime,
  secretkitchens,
  'not-found': notFound,
  error,
  offline,
  global,
}
