'use client'
import { useRouter } from 'next/navigation'
import { Button } from '../../../islands/ui/Button.tsx'
import { callApi } from '../../admin/shell/call.ts'
import { useAction } from '../../admin/shell/use-action.ts'
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
