import { useEffect, useState } from 'react'
import { passkeyErrors } from '../../../../cms/members/passkeys/rules.ts'
import { Button } from '../../../ui/Button.tsx'
import { wouldMakePasskey } from '../../passkeys/client.ts'
import { device } from '../../passkeys/device.ts'
import { askForPasskey, happen } from '../flow.ts'
import type { Fault as GateFault } from '../state.ts'
import { passkeyWords as words } from '../texts.ts'
import { Fault } from './Fault.tsx'
import { RoomDialog } from './GateDialog.tsx'

type Props = {
  fault: GateFault | null
  /** Whether the passkey that was just used is looked up. */
  isChecking: boolean
}

/** Asks for a passkey of this device. Source: spec section 2. */
export function PasskeyDialog({ fault, isChecking }: Props) {
  const [isPrompting, setPrompting] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    setSaid(fault?.message ?? null)
  }, [fault])
  const isBusy = isPrompting || isChecking
  const ask = async (how: Parameters<typeof askForPasskey>[0]) => {
    setPrompting(true)
    setSaid(null)
    await askForPasskey(how, (next) => setSaid(passkeyErrors[next]))
    setPrompting(false)
  }
  const makes = wouldMakePasskey()
  const hasOtherWay = fault !== null || device.handle() === null
  return (
    <RoomDialog title={words.title} focus="[data-kind=strong]">
      <p className="room-lead">{words.lead}</p>
      <Fault>{said}</Fault>
      <Button
        kind="strong"
        unavailable={isBusy}
        data-busy={isBusy}
        onClick={() => void ask('usual')}
      >
        {words.use}
      </Button>
      <div className="room-ways">
        <Button onClick={() => happen({ type: 'email_instead' })}>{words.email}</Button>
        {hasOtherWay && (
          <Button
            kind="quiet"
            unavailable={isBusy}
            onClick={() => void ask(makes ? 'any' : 'make')}
          >
            {makes ? words.any : words.make}
          </Button>
        )}
      </div>
    </RoomDialog>
  )
}
