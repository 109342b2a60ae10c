'use client'
import type { DefaultCellComponentProps } from 'payload'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { formatMoment } from '../../admin/shell/format.ts'
import { describeWhen, type NudgeTimes } from './texts.ts'

/** When a nudge will be sent, is or was sent, was cancelled, was to be sent, or was last changed. */
export function WhenCell({ rowData }: Pick<DefaultCellComponentProps, 'rowData'>) {
  const { timeZone, today } = useAdminContext()
  const [words, moment] = describeWhen(rowData as NudgeTimes)
  return (
    <span>
      {words} {formatMoment(moment, timeZone, today).replace('Today', 'today')}
    </span>
  )
}
