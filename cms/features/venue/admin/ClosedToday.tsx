'use client'
import { useRouter } from 'next/navigation'
import { callApi } from '../../../platform/admin/calls/call.ts'
import { useAction } from '../../../platform/admin/calls/use-action.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { areaName } from '../names.ts'
import type { VenueArea } from '../rules.ts'

type Props = { area: VenueArea | null; isClosed: boolean }

/** The button that closes an area or the whole venue for today, or opens it again. */
export function ClosedToday({ area, isClosed }: Props) {
  const router = useRouter()
  const { isBusy, run } = useAction()
  const toggle = () =>
    run(async () => {
      await callApi('opening/closed-today', { body: { area, closed: !isClosed } })
      router.refresh()
    })
  return (
    <Button unavailable={isBusy} onClick={toggle}>
      {isClosed ? 'Open again' : 'Close for today'}
      <span className="sr">: {area ? areaName(area) : 'the whole house'}</span>
    </Button>
  )
}
