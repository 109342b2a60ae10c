'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { callApi, errorMessage } from '../../admin/calls/call.ts'

/** A button that asks for a proof and then shows the mails that require it. */
export function ShowSecretMails() {
  const router = useRouter()
  const show = async () => {
    try {
      // Without a fresh proof the server refuses this call. The refusal opens the dialog that asks for the proof.
      await callApi('users/proof')
      router.refresh()
    } catch (error) {
      toast.error(errorMessage(error))
    }
  }
  return (
    <p className="admin-quiet">
      Mails with a code or a link for their reader alone are shown once you confirm that it’s you.{' '}
      <button type="button" className="btn btn--style-secondary btn--size-small" onClick={show}>
        Show them
      </button>
    </p>
  )
}
