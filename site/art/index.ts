// The pictures of all sections.
import { scenes as beer } from './beer.ts'
import { scenes as cafe } from './cafe.ts'
import { scenes as cocktails } from './cocktails.ts'
import { scenes as commonRoom } from './common-room.ts'
import { scenes as community } from './community.ts'
import { scenes as hall } from './hall.ts'
import { scenes as home } from './home.ts'
import { scenes as kitchens } from './kitchens.ts'
import type { Scene } from './press.ts'
import { scenes as receipts } from './receipts.ts'

export const scenes: Scene[] = [
  ...home,
  ...cafe,
  ...cocktails,
  ...beer,
  ...kitchens,
  ...hall,
  ...community,
  ...commonRoom,
  ...receipts,
]
