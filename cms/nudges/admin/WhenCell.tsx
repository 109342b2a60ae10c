'use client'
import type { DefaultCellComponentProps } from 'payload'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { formatMoment } from '../../admin/shell/format.ts'
import type { NudgeState } from '../rules.ts'

/** When a nudge will be sent, was sent, was to be sent, or was last changed. */
export function WhenCell({ rowData }: Pick<DefaultCellComponentProps, 'rowData'>) {
  const { timeZone, today } = useAdminContext()
  const { state, at, sent_at, missed_at, updatedAt } = rowData as {
    state: NudgeState
    at?: string
    sent_at?: string
    missed_at?: string
    updatedAt: string
  }
  const [word, moment] =
    state === 'scheduled'
      ? ['Goes out', at]
      : sent_at
        ? ['Went out', sent_at]
        : missed_at
          ? ['Was missed', missed_at]
          : ['Written', updatedAt]
  return (
    <span>
      {word} {formatMoment(moment, timeZone, today).replace('Today', 'today')}
    </span>
  )
}
