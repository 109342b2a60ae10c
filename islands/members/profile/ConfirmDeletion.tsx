import { onEscape } from '../../ui/form/on-escape.ts'
import { ActionButton } from './ActionButton.tsx'

type Props = {
  texts: { delete_ask: string; delete_yes: string; cancel: string }
  isBusy: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation of a deletion. The question replaces the pressed button, and Escape closes it. */
export function ConfirmDeletion({ texts, isBusy, onConfirm, onClose }: Props) {
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <div role="alert" onKeyDown={onEscape(close)}>
      <p className="lead">{texts.delete_ask}</p>
      <p className="member-actions">
        <ActionButton {...{ isBusy }} onClick={() => void onConfirm()}>
          {texts.delete_yes}
        </ActionButton>
        <ActionButton {...{ isBusy }} data-focus onClick={close}>
          {texts.cancel}
        </ActionButton>
      </p>
    </div>
  )
}
