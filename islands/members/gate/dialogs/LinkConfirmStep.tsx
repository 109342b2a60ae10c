import type { PendingLinkReply } from '../../../../cms/features/members/passkeys/contract.ts'
import { Button } from '../../../../cms/platform/ui/Button.tsx'
import { formatGuestTime } from '../../../../cms/platform/ui/format-time.ts'
import { dispatch, requestPasskey } from '../flow.ts'
import { linkTexts } from '../texts.ts'
import { FocusedStep } from './FocusedStep.tsx'
import { cancel } from './GateDialog.tsx'
import { StepForm } from './StepForm.tsx'
import type { useCodeSteps } from './use-code-steps.ts'

type Props = {
  steps: ReturnType<typeof useCodeSteps>
  passkeys: PendingLinkReply['passkeys']
  onSubmit: () => void
  onBack: () => void
}

const texts = linkTexts.confirm
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

// The new passkey replaces earlier passkeys of the same unlinked handle.
function makeOwn(): void {
  dispatch({ type: 'passkey_instead' })
  void requestPasskey('make', () => {})
}

/**
 * The last step of linking: after the code, the person uses the passkey. In a shared browser a passkey may
 * belong to somebody else, so the step shows the authenticator and the time of creation of each passkey.
 */
export function LinkConfirmStep({ steps, passkeys, onSubmit, onBack }: Props) {
  return (
    <FocusedStep>
      <StepForm
        name="passkey"
        {...{ steps, onSubmit }}
        lead={texts.lead}
        field={
          <div className="room-passkeys" data-private>
            <p>{passkeys.length > 1 ? texts.severalPasskeys : texts.onePasskey}</p>
            <ul>
              {passkeys.map(({ provider, created_at }) => (
                <li key={created_at}>
                  <b>{provider ?? texts.unknown}</b>{' '}
                  <time dateTime={created_at} className="figures">
                    {formatGuestTime(new Date(created_at), timeZone)}
                  </time>
                </li>
              ))}
            </ul>
          </div>
        }
        button={texts.use}
      >
        <Button name="make-passkey" onClick={makeOwn}>
          {texts.notMine}
        </Button>
        <Button name="back" onClick={onBack}>
          Back
        </Button>
        <Button name="cancel" onClick={cancel}>
          Cancel
        </Button>
      </StepForm>
    </FocusedStep>
  )
}
