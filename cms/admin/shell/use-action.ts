import { toast } from '@payloadcms/ui'
import { useState } from 'react'
import { errorMessage } from './call.ts'

/** Runs an action of the person: `busy` while it runs, a toast with the reason if it fails. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    await action().catch((error) => toast.error(errorMessage(error)))
    setBusy(false)
  }
  return { busy, run }
}
