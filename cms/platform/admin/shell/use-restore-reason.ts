import { useEffect } from 'react'
import { replaceNextToast } from '../calls/next-toast.ts'
import { wrapFetch } from '../calls/wrap-fetch.ts'
import { whyNotRestored } from './restore-reason.ts'

/** Shows the server's reason if a version is not restored. Payload's own message says none. */
export function useRestoreReason(): void {
  useEffect(
    () =>
      wrapFetch(async (send, request) => {
        const response = await send(...request)
        const reason = await whyNotRestored(request, response)
        if (reason) replaceNextToast('error', (usual) => usual(reason))
        return response
      }),
    [],
  )
}
