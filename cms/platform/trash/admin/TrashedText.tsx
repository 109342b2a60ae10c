'use client'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { formatMoment } from '../../admin/shell/format.ts'

type Props = { by: string | null; at: string; left: number }

/** `Ada, Today, 18:05 · 30 days left` */
export function TrashedText({ by, at, left }: Props) {
  const { timeZone, today } = useAdminContext()
  const moment = formatMoment(at, timeZone, today)
  return (
    <span className="trashed figures">
      {by ? `${by}, ${moment}` : moment} ·{' '}
      {left === 0 ? 'goes today' : `${left} ${left === 1 ? 'day' : 'days'} left`}
    </span>
  )
}
