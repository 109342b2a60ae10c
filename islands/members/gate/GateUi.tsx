import { useStore } from '@nanostores/react'
import { PageToasts } from '../../ui/PageToasts.tsx'
import { LinkDialog } from './dialogs/LinkDialog.tsx'
import { OfferDialog } from './dialogs/OfferDialog.tsx'
import { PasskeyDialog } from './dialogs/PasskeyDialog.tsx'
import { SignInDialog } from './dialogs/SignInDialog.tsx'
import { $gate } from './flow.ts'

/** What the gate shows over the page: the dialog somebody stands before, and what is said in passing. */
export function RoomApp() {
  const { state } = useStore($gate)
  const isLookedUp = state.at === 'checking' && state.passkey === 'shown'
  return (
    <>
      {(state.at === 'passkey' || isLookedUp) && (
        <PasskeyDialog
          fault={state.at === 'passkey' ? state.fault : null}
          isChecking={isLookedUp}
        />
      )}
      {state.at === 'link' && <LinkDialog why={state.why} />}
      {state.at === 'sign_in' && <SignInDialog />}
      {state.at === 'offer' && <OfferDialog />}
      <PageToasts />
    </>
  )
}
