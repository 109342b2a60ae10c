import { readStored } from '../lib/storage.ts'

/** Under this name the session is kept on the device. */
export const sessionKey = 'common-room-session'

/** Whether somebody may be signed in on this device, without asking anybody. */
export const hasStoredSession = (): boolean => readStored('localStorage', sessionKey) !== null
