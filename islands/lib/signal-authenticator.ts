import { sendSignal } from '@simplewebauthn/browser'
import { rpId } from './relying-party.ts'

type Signal = Parameters<typeof sendSignal>[0]
type WithoutParty<Each> = Each extends unknown ? Omit<Each, 'rpID'> : never

/**
 * Informs the device's authenticator of a change (WebAuthn Signal API), so that it offers no deleted
 * passkey. Browsers may ignore it and report no result.
 */
export function signalAuthenticator(signal: WithoutParty<Signal>): void {
  sendSignal({ ...signal, rpID: rpId() } as Signal).catch(() => {})
}
