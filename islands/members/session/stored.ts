import { readStored } from '../../lib/storage.ts'

/** Under this name the session is kept on the device. */
export const sessionKey = 'common-room-session'

/** Whether the server made this page for a member: it knows them by a cookie, whatever is stored. */
export const isMadeForMember = (): boolean =>
  document.querySelector('[data-member-menu][data-signed-in]') !== null

/** Whether somebody may be signed in on this device, without asking anybody. */
export const hasStoredSession = (): boolean => readStored('localStorage', sessionKey) !== null
