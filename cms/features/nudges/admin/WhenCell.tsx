'use client'
import type { DefaultCellComponentProps } from 'payload'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { describeWhen, type NudgeTimes } from './texts.ts'

/** The time that matters in a nudge's state: when it will be sent, was sent, cancelled, missed or last changed. */
export function WhenCell({ rowData }: Pick<DefaultCellComponentProps, 'rowData'>) {
  const { timeZone, today } = useAdminContext()
  const [words, moment] = describeWhen(rowData as NudgeTimes)
  return (
    <span>
      {words} {formatMoment(moment, timeZone, today).replace('Today', 'today')}
    </span>
  )
}
