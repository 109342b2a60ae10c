import { readStored, writeStored } from '../../lib/storage.ts'

// Source: spec section 3, "Passkey-related local data".
const local = {
  handle: 'common-room-user-handle',
  hasCredentials: 'common-room-has-credentials',
  trustedAt: 'common-room-trusted-at',
} as const
const session = {
  registeredAt: 'common-room-registered-at',
  succeededAt: 'common-room-biometric-at',
} as const

/**
 * What this device stores about its passkeys. The stored values grant no access; they only select how to
 * authenticate. Times are in milliseconds since 1970.
 */
export const device = {
  handle: () => readStored<string>('localStorage', local.handle),
  registeredAt: () => readStored<number>('sessionStorage', session.registeredAt),
  trustedAt: () => readStored<number>('localStorage', local.trustedAt),
  /** Called after an authentication. */
  storeSuccess: (handle: string, atMs: number): void => {
    writeStored('localStorage', local.handle, handle)
    writeStored('localStorage', local.hasCredentials, true)
    writeStored('sessionStorage', session.succeededAt, atMs)
  },
  /** Called after a registration, which counts as an authentication too. */
  storeRegistration: (handle: string, atMs: number): void => {
    device.storeSuccess(handle, atMs)
    writeStored('sessionStorage', session.registeredAt, atMs)
  },
  trust: (atMs: number): void => writeStored('localStorage', local.trustedAt, atMs),
  /** Deletes all stored values. */
  clear: (): void => {
    for (const name of Object.values(local)) writeStored('localStorage', name, null)
    for (const name of Object.values(session)) writeStored('sessionStorage', name, null)
  },
}
export type Device = typeof device
