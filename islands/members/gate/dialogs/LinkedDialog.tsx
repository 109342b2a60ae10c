import { Button } from '../../../../cms/platform/ui/Button.tsx'
import { Submit } from '../../../ui/form/Submit.tsx'
import { requestEntry } from '../flow.ts'
import { linkTexts as texts } from '../texts.ts'
import { cancel, GateDialog } from './GateDialog.tsx'

/** Says that this device is already linked, and offers to enter the room. */
export function LinkedDialog() {
  return (
    <GateDialog title={texts.title} focus=".form-submit">
      <p className="room-lead">{texts.already.lead}</p>
      <Submit name="enter-room" type="button" onClick={requestEntry}>
        {texts.already.enter}
      </Submit>
      <div className="room-ways">
        <Button name="cancel" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </GateDialog>
  )
}
