'use client'
import { Button } from '../../ui/Button.tsx'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { formatMoment } from '../shell/format.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { useKeptForm } from './use-kept-form.ts'
import { useSaveFailure } from './use-save-failure.ts'

/**
 * Part of every form of the admin. Keeps unsaved changes in this browser and offers them after a reload
 * or a crash. Says why a save failed. Shows both versions if somebody else saved the record meanwhile.
 */
export function FormSafety() {
  const { timeZone, today } = useAdminContext()
  const { base, offered, isRestored, restore, discard, rebase, keepForLogIn } = useKeptForm()
  const { failure, close } = useSaveFailure()
  const offer = offered && (
    <div className="admin-warning form-notice" role="status">
      <p>
        <b>Not saved:</b> what you wrote here (
        {formatMoment(new Date(offered.keptAt).toISOString(), timeZone, today)}).
      </p>
      <Button onClick={restore}>Go on with it</Button>
      <Button kind="quiet" onClick={discard}>
        Throw it away
      </Button>
    </div>
  )
  return (
    <>
      {offer}
      {isRestored ? (
        <p className="admin-warning form-notice" role="status">
          What you wrote is here again. It is not saved yet.
        </p>
      ) : null}
      {failure?.kind === 'signed-out' ? (
        <div className="admin-warning form-notice" role="alert">
          <p>
            <b>You are signed out.</b> Nothing was saved. What you wrote stays here: log in, then
            save it.
          </p>
          <Button kind="strong" onClick={keepForLogIn}>
            Log in
          </Button>
        </div>
      ) : null}
      {failure?.kind === 'gone' ? (
        <p className="admin-warning form-notice" role="alert">
          Somebody deleted this meanwhile. Nothing was saved: copy what you need of it.
        </p>
      ) : null}
      {failure?.kind === 'conflict' ? (
        <ConflictDialog
          conflict={failure}
          base={base.current}
          onRebased={(options) => rebase(failure.theirs, options)}
          onClose={close}
        />
      ) : null}
    </>
  )
}
