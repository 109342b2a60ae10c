import type { SendReply } from '../../cms/features/credit/contract.ts'
import { ApiError, callApi } from '../../cms/platform/ui/api.ts'
import { PasskeyError } from '../members/passkeys/errors.ts'
import { withProofDialogs } from '../members/profile/with-proof-dialogs.ts'

/**
 * Sends the form's credit after the member has given a proof. If sending fails, the form shows the problem and keeps
 * the typed values.
 */
export async function send(form: HTMLFormElement): Promise<void> {
  const problem = form.querySelector('.form-error:not([id])')
  const show = (text: string) => {
    if (problem) problem.textContent = text
  }
  form.ariaBusy = 'true'
  show('')
  try {
    const body = Object.fromEntries(new FormData(form))
    const reply = await withProofDialogs(() => callApi<SendReply>(form.action, { body }))
    location.assign(`?sent=${reply.send}#send`)
  } catch (error) {
    form.ariaBusy = null
    const hasMessage = error instanceof ApiError || error instanceof PasskeyError
    show(hasMessage ? error.message : (form.dataset.failed ?? ''))
    // The session was ended elsewhere. The reload leads to the gate, which returns to this page.
    if (error instanceof ApiError && error.status === 401) location.reload()
  }
}
