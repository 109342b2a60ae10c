import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { PasskeyError } from '../passkeys/errors.ts'

/**
 * Runs a button's action and shows its outcome as a toast.
 * @param isShown shows an error where it belongs; false where it does not, then a toast does
 * @returns the action's result, null where it failed
 */
export async function runAction<Result>(
  action: () => Promise<Result>,
  { done, failed }: { done?: string; failed: string },
  isShown = (_error: unknown): boolean => false,
): Promise<Result | null> {
  try {
    const result = await action()
    if (done) showToast({ title: done })
    return result
  } catch (error) {
    if (isShown(error)) return null
    const hasMessage = error instanceof ApiError || error instanceof PasskeyError
    const description = hasMessage ? error.message : undefined
    showToast({ title: failed, description, tone: 'fault' })
    // The session ended elsewhere: the reload redirects to the gate, which returns here.
    if (error instanceof ApiError && error.status === 401) location.reload()
    return null
  }
}
