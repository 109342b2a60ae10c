import type { useRecordAction } from './use-record-action.ts'

type Props = {
  outcome: ReturnType<typeof useRecordAction>['outcome']
  /** The state of the record; null or undefined before it is known. */
  state: string | null | undefined
  /** The action whose dialog is open. That dialog itself shows a problem with the action. */
  dialog: string | null
}

/** Shows how the last action ended: a success message until the record's state changes again, or a problem. */
export function ActionOutcome({ outcome, state, dialog }: Props) {
  return (
    <>
      <p role="status" className="record-done">
        {outcome && outcome.state === state ? outcome.message : ''}
      </p>
      {outcome && !outcome.state && outcome.action !== dialog ? (
        <p className="admin-warning" role="alert">
          {outcome.message}
        </p>
      ) : null}
    </>
  )
}
