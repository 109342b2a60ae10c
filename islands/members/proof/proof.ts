import { atom } from 'nanostores'
import { findProof } from '../calls.ts'
import { PasskeyError } from '../passkeys/errors.ts'

/** A proof that expires within this time is renewed, so that it stays valid during the action. */
const minLeftMs = 60_000

type ProofRequest = { settle: (isProved: boolean) => void }

/** The request that the proof dialog answers; null while the dialog is closed. */
export const $proofRequest = atom<ProofRequest | null>(null)

/**
 * Runs an action that the server allows only within five minutes of a proof. Without a
 * proof, a dialog first asks for a passkey of this device or an emailed code.
 * @param loadDialog loads the gate's dialogs, for pages on which they may not be loaded yet
 * @throws PasskeyError `abort` if the dialog was cancelled
 * @throws ApiError if nobody is signed in any longer
 */
export async function withProof<Result>(
  action: () => Promise<Result>,
  loadDialog = async () => {},
): Promise<Result> {
  const { proof_left_ms } = await findProof()
  if (proof_left_ms < minLeftMs) {
    await loadDialog()
    await requestProof()
  }
  return action()
}

async function requestProof(): Promise<void> {
  const isProved = await new Promise<boolean>((resolve) => {
    $proofRequest.get()?.settle(false)
    $proofRequest.set({
      settle: (result) => {
        $proofRequest.set(null)
        resolve(result)
      },
    })
  })
  if (!isProved) throw new PasskeyError('abort')
}
