import type { StaffPerson } from '../../../cms/platform/staff/contract.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { showToast, toastMs } from '../../../cms/platform/ui/toasts.ts'
import { calls, showFailure } from '../calls.ts'
import { $pageContext } from '../state/editing-state.ts'

async function signOut(): Promise<void> {
  try {
    await calls.signOut()
    showToast({ title: 'Signed out successfully', description: 'You have been signed out.' })
    // The reloaded page has no editor toasts, so the reload waits until the person has seen this toast.
    $pageContext.set(null)
    setTimeout(() => location.reload(), toastMs.withDescription / 2)
  } catch (error) {
    showFailure(error, 'Sign out failed')
  }
}

export const StaffMenu = ({ user }: { user: StaffPerson }) => (
  <>
    <a className="ui-button" data-kind="quiet" href="/cms" data-astro-reload>
      Admin
    </a>
    <p className="ed-person">
      <b>{user.name}</b> <span>{user.role}</span>
    </p>
    <Button kind="quiet" onClick={() => void signOut()}>
      Sign out
    </Button>
  </>
)
