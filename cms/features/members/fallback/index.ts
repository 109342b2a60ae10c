import { commonRoomMain } from './common-room-main.ts'
import { member } from './member.ts'
import { profile } from './profile.ts'

export const fallback = { 'common-room-main': commonRoomMain, member, profile }
