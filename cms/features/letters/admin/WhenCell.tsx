'use client'
import type { DefaultCellComponentProps } from 'payload'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import type { LetterState } from '../rules.ts'

/** When a letter will be sent, was sent, or was last changed. */
export function WhenCell({ rowData }: Pick<DefaultCellComponentProps, 'rowData'>) {
  const { hasMailServer, timeZone, today } = useAdminContext()
  const { state, sendAt, startedAt, updatedAt } = rowData as {
    state: LetterState
    sendAt?: string
    startedAt?: string
    updatedAt: string
  }
  const [word, at] =
    state === 'scheduled'
      ? ['Goes out', sendAt]
      : startedAt
        ? [hasMailServer ? 'Went out' : 'To the mailbox', startedAt]
        : ['Written', updatedAt]
  return (
    <span>
      {word} {formatMoment(at, timeZone, today).replace('Today', 'today')}
    </span>
  )
}
