import { readStored } from '../../../cms/platform/ui/storage.ts'

/** Storage key of the session. */
export const sessionKey = 'common-room-session'

/** Whether the server rendered this page for a member, whom it identified by the session cookie. */
export const isRenderedForMember = (): boolean =>
  document.querySelector('[data-member-menu][data-signed-in]') !== null

export const hasStoredSession = (): boolean => readStored('localStorage', sessionKey) !== null
