import { ApiError } from '../../../cms/platform/ui/api.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { PasskeyError } from '../passkeys/errors.ts'

/**
 * Runs a button's action and shows its outcome as a toast.
 * @param showAtField shows an error at its field and returns true. If it returns false, a toast shows the error
 * @returns the action's result; null if the action failed
 */
export async function runAction<Result>(
  action: () => Promise<Result>,
  { done, failed }: { done?: string; failed: string },
  showAtField = (_error: unknown): boolean => false,
): Promise<Result | null> {
  try {
    const result = await action()
    if (done) showToast({ title: done })
    return result
  } catch (error) {
    if (showAtField(error)) return null
    const hasMessage = error instanceof ApiError || error instanceof PasskeyError
    const description = hasMessage ? error.message : undefined
    showToast({ title: failed, description, tone: 'fault' })
    // The session was ended elsewhere. The reload redirects to the gate, which returns to this page.
    if (error instanceof ApiError && error.status === 401) location.reload()
    return null
  }
}
