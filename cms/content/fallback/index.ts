import { beer } from './beer.ts'
import { branding } from './branding.ts'
import { cafe } from './cafe.ts'
import { cocktails } from './cocktails.ts'
import { commonRoom } from './common-room.ts'
import { commonRoomMain } from './common-room-main.ts'
import { community } from './community.ts'
import { dateTime } from './date-time.ts'
import { error } from './error.ts'
import { global } from './global.ts'
import { hall } from './hall.ts'
import { home } from './home.ts'
import { kitchens } from './kitchens.ts'
import { letter } from './letter.ts'
import { member } from './member.ts'
import { notFound } from './not-found.ts'
import { offline } from './offline.ts'
import { privacy } from './privacy.ts'
import { profile } from './profile.ts'
import { secretkitchens } from './secretkitchens.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

/** What a page says until an editor has published something else: page, section, key, text. */
export const fallback = {
  home,
  cafe,
  cocktails,
  beer,
  kitchens,
  hall,
  community,
  'common-room': commonRoom,
  'common-room-main': commonRoomMain,
  member,
  profile,
  privacy,
  branding,
  'date-time': dateTime,
  secretkitchens,
  'not-found': notFound,
  error,
  offline,
  subscribe,
  unsubscribe,
  letter,
  global,
} satisfies Record<string, Record<string, Record<string, string>>>
