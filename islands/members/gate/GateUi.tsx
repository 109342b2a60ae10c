import { useStore } from '@nanostores/react'
import { PageToasts } from '../../ui/PageToasts.tsx'
import { ProofDialog } from '../proof/ProofDialog.tsx'
import { LinkDialog } from './dialogs/LinkDialog.tsx'
import { LinkedDialog } from './dialogs/LinkedDialog.tsx'
import { OfferDialog } from './dialogs/OfferDialog.tsx'
import { PasskeyDialog } from './dialogs/PasskeyDialog.tsx'
import { SignInDialog } from './dialogs/SignInDialog.tsx'
import { $gate } from './flow.ts'

/** The dialog of the gate's current state, and the page's toasts. */
export function GateUi() {
  const { state } = useStore($gate)
  const isChecking = state.at === 'checking' && state.passkey === 'shown'
  return (
    <>
      {(state.at === 'passkey' || isChecking) && (
        <PasskeyDialog
          problem={state.at === 'passkey' ? state.problem : null}
          isChecking={isChecking}
          isLinking={state.isFromFooter === true}
        />
      )}
      {state.at === 'link' && <LinkDialog why={state.why} />}
      {state.at === 'linked' && <LinkedDialog />}
      {state.at === 'sign_in' && <SignInDialog />}
      {state.at === 'offer' && <OfferDialog />}
      <ProofDialog />
      <PageToasts />
    </>
  )
}
