import { toast } from '@payloadcms/ui'
import { useState } from 'react'
import { errorMessage } from './call.ts'

/** Runs an action: `isBusy` is true while it runs. If it fails, a toast shows the reason. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    await action().catch((error) => toast.error(errorMessage(error)))
    setBusy(false)
  }
  return { isBusy, run }
}
