import { loadGateUi } from '../gate/load-ui.ts'
import { withProof } from '../proof/proof.ts'

/** Like `withProof`, but loads the dialogs of the proof first if the page has not loaded them yet. */
export const withProofDialogs = <Result>(action: () => Promise<Result>): Promise<Result> =>
  withProof(action, loadGateUi)
