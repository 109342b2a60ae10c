'use client'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Button } from '../../../platform/ui/Button.tsx'

/** Ends the shift of a phone that was lost, or taken home. It deletes what it knows at its next call. */
export function EndShift({ id, name }: { id: number; name: string }) {
  const { isBusy, call } = useCall({ toasts: true })
  const end = () => call('check-in/revoke', { id }, { done: `The shift of ${name} is over.` })
  return (
    <Button unavailable={isBusy} aria-label={`End the shift of ${name}`} onClick={() => void end()}>
      End
    </Button>
  )
}
