/** Under this name the session is kept on the device. */
export const sessionKey = 'common-room-session'

/** Whether somebody may be signed in on this device, without asking anybody. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null
  } catch {
    return false
  }
}
