import { sendSignal } from '@simplewebauthn/browser'
import { rpId } from './relying-party.ts'

type Signal = Parameters<typeof sendSignal>[0]
type WithoutParty<Each> = Each extends unknown ? Omit<Each, 'rpID'> : never

/**
 * Tells whoever keeps passkeys on this device what became of one here, so that none is offered that
 * opens nothing. Not every browser listens to that, and none says what it did.
 */
export function tellDevice(signal: WithoutParty<Signal>): void {
  sendSignal({ ...signal, rpID: rpId() } as Signal).catch(() => {})
}
