import { loadGateUi } from '../gate/load-ui.ts'
import { withProof } from '../proof/proof.ts'

/** Like `withProof`, for pages on which the dialogs may not be loaded yet. */
export const withProofDialogs = <Result>(action: () => Promise<Result>): Promise<Result> =>
  withProof(action, loadGateUi)
