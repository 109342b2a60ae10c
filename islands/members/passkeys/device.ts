import { recentRegistrationMs } from '../../../cms/features/members/passkeys/rules.ts'
import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'

// Source: spec section 3, "Passkey-related local data".
const localStorageKeys = {
  handle: 'common-room-user-handle',
  hasCredentials: 'common-room-has-credentials',
  trustedAt: 'common-room-trusted-at',
} as const
const sessionStorageKeys = {
  registeredAt: 'common-room-registered-at',
  succeededAt: 'common-room-biometric-at',
} as const

/**
 * What this device stores about its passkeys. The stored values grant no access; they only select how to
 * authenticate. Times are in milliseconds since 1970.
 */
export const device = {
  handle: () => readStored<string>('localStorage', localStorageKeys.handle),
  registeredAt: () => readStored<number>('sessionStorage', sessionStorageKeys.registeredAt),
  /** Whether this tab has made a passkey within the last minutes. */
  hasMadePasskey: (nowMs: number): boolean => {
    const at = device.registeredAt()
    return at !== null && nowMs - at < recentRegistrationMs
  },
  trustedAt: () => readStored<number>('localStorage', localStorageKeys.trustedAt),
  /** Called after an authentication. */
  storeSuccess: (handle: string, atMs: number): void => {
    writeStored('localStorage', localStorageKeys.handle, handle)
    writeStored('localStorage', localStorageKeys.hasCredentials, true)
    writeStored('sessionStorage', sessionStorageKeys.succeededAt, atMs)
  },
  /** Called after a registration, which counts as an authentication too. */
  storeRegistration: (handle: string, atMs: number): void => {
    device.storeSuccess(handle, atMs)
    writeStored('sessionStorage', sessionStorageKeys.registeredAt, atMs)
  },
  trust: (atMs: number): void => writeStored('localStorage', localStorageKeys.trustedAt, atMs),
  /** Deletes all stored values. */
  clear: (): void => {
    for (const name of Object.values(localStorageKeys)) writeStored('localStorage', name, null)
    for (const name of Object.values(sessionStorageKeys)) writeStored('sessionStorage', name, null)
  },
}
export type Device = typeof device
