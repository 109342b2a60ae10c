import { useEffect, useState } from 'react'
import { passkeyErrors } from '../../../../cms/features/members/passkeys/rules.ts'
import { Button } from '../../../../cms/platform/ui/Button.tsx'
import { showToast } from '../../../../cms/platform/ui/toasts.ts'
import { FormError } from '../../../ui/form/FormError.tsx'
import { Submit } from '../../../ui/form/Submit.tsx'
import { useBusy } from '../../../ui/form/use-busy.ts'
import { findProfile } from '../../calls.ts'
import { PasskeyError } from '../../passkeys/errors.ts'
import { addOwnPasskey, dispatch } from '../flow.ts'
import { storeDeclinedOffer } from '../passkey-offer.ts'
import { offerTexts as texts } from '../texts.ts'
import { GateDialog } from './GateDialog.tsx'

const proceed = () => dispatch({ type: 'offer_answered' })
const decline = () => {
  storeDeclinedOffer()
  proceed()
}

/** Offers to make a passkey after a sign-in by code. */
export function OfferDialog() {
  const [isBusy, run] = useBusy()
  const [error, setError] = useState<string | null>(null)
  const [isUnsubscribed, setUnsubscribed] = useState(false)
  useEffect(() => {
    // Only active subscribers can sign in with a passkey.
    findProfile().then(
      ({ subscription }) => setUnsubscribed(subscription !== 'active'),
      () => {},
    )
  }, [])
  const make = () =>
    run(async () => {
      setError(null)
      try {
        await addOwnPasskey()
        showToast({ title: texts.made })
        proceed()
      } catch (failure) {
        setError(failure instanceof PasskeyError ? failure.message : passkeyErrors.unknown)
      }
    })
  return (
    <GateDialog title={texts.title} focus=".form-submit" onClose={proceed}>
      <p className="room-lead">{texts.lead}</p>
      {isUnsubscribed && (
        <p className="room-lead">
          {texts.letter} <a href="/subscribe">{texts.subscribe}</a>
        </p>
      )}
      <FormError>{error}</FormError>
      <Submit name="make-passkey" type="button" isBusy={isBusy} onClick={() => void make()}>
        {texts.make}
      </Submit>
      <div className="room-ways">
        <Button name="decline-passkey" onClick={decline}>
          {texts.decline}
        </Button>
      </div>
    </GateDialog>
  )
}
