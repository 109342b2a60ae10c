import { useEffect, useState } from 'react'
import { passkeyErrors } from '../../../../cms/members/passkeys/rules.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasskeyError } from '../../passkeys/faults.ts'
import { getsLetter } from '../../calls.ts'
import { happen, makeOwnPasskey } from '../flow.ts'
import { declineOffer } from '../passkey-offer.ts'
import { offerWords as words } from '../texts.ts'
import { Fault } from './Fault.tsx'
import { RoomDialog } from './GateDialog.tsx'

const goOn = () => happen({ type: 'offer_answered' })
const decline = () => {
  declineOffer()
  goOn()
}

/** Offers a passkey to somebody who came by email. */
export function OfferDialog() {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [lacksLetter, setLacksLetter] = useState(false)
  useEffect(() => {
    getsLetter().then(
      (does) => setLacksLetter(!does),
      () => {},
    )
  }, [])
  const make = async () => {
    setBusy(true)
    setFault(null)
    try {
      await makeOwnPasskey()
      showToast({ title: words.made })
      goOn()
    } catch (error) {
      setFault(error instanceof PasskeyError ? error.message : passkeyErrors.unknown)
    }
    setBusy(false)
  }
  return (
    <RoomDialog title={words.title} focus="[data-kind=strong]" onClose={goOn}>
      <p className="room-lead">{words.lead}</p>
      {lacksLetter && (
        <p className="room-lead">
          {words.letter} <a href="/subscribe">{words.subscribe}</a>
        </p>
      )}
      <Fault>{fault}</Fault>
      <Button kind="strong" unavailable={isBusy} data-busy={isBusy} onClick={() => void make()}>
        {words.make}
      </Button>
      <div className="room-ways">
        <Button onClick={decline}>{words.decline}</Button>
      </div>
    </RoomDialog>
  )
}
