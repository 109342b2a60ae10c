import { readStored, writeStored } from '../../lib/storage.ts'

// Source: spec section 3, "Passkey-related local data".
const local = {
  handle: 'common-room-user-handle',
  hasCredentials: 'common-room-has-credentials',
  trustedAt: 'common-room-trusted-at',
} as const
const ofSession = {
  registeredAt: 'common-room-registered-at',
  succeededAt: 'common-room-biometric-at',
} as const

/**
 * What this device remembers of its passkeys. It opens nothing: it only says how to ask. Times are in
 * milliseconds since 1970.
 */
export const device = {
  handle: () => readStored<string>('localStorage', local.handle),
  registeredAt: () => readStored<number>('sessionStorage', ofSession.registeredAt),
  trustedAt: () => readStored<number>('localStorage', local.trustedAt),
  /** Notes that somebody has just used a passkey. */
  keepSuccess: (handle: string, atMs: number): void => {
    writeStored('localStorage', local.handle, handle)
    writeStored('localStorage', local.hasCredentials, true)
    writeStored('sessionStorage', ofSession.succeededAt, atMs)
  },
  /** Notes that somebody has just made one, which is a use too. */
  keepRegistration: (handle: string, atMs: number): void => {
    device.keepSuccess(handle, atMs)
    writeStored('sessionStorage', ofSession.registeredAt, atMs)
  },
  trust: (atMs: number): void => writeStored('localStorage', local.trustedAt, atMs),
  /** Forgets all of it. */
  wipe: (): void => {
    for (const name of Object.values(local)) writeStored('localStorage', name, null)
    for (const name of Object.values(ofSession)) writeStored('sessionStorage', name, null)
  },
}
export type Device = typeof device
