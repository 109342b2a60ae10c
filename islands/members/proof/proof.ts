import { atom } from 'nanostores'
import { findProof } from '../calls.ts'
import { PasskeyError } from '../passkeys/errors.ts'

/** A proof with less left is renewed, so that it outlasts the action. */
const minLeftMs = 60_000

type Request = { settle: (isProved: boolean) => void }

/** The request the proof dialog answers; null where it is closed. */
export const $proofRequest = atom<Request | null>(null)

/**
 * Runs an action that the server allows only within five minutes of a proof. Where that is missing, a
 * dialog asks for it first: a passkey of this device or an emailed code.
 * @param loadDialog loads the gate's dialogs where they may be missing
 * @throws PasskeyError `abort` where the dialog was cancelled
 * @throws ApiError where nobody is signed in any more
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
