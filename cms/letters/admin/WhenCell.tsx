'use client'
import type { DefaultCellComponentProps } from 'payload'
import { useHouse } from '../../admin/shell/HouseContext.tsx'
import { spokenMoment } from '../../admin/shell/rules.ts'
import type { LetterState } from '../rules.ts'

/** When a letter goes out, went out, or was written on. */
export function WhenCell({ rowData }: Pick<DefaultCellComponentProps, 'rowData'>) {
  const { timeZone, today } = useHouse()
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
        ? ['Went out', startedAt]
        : ['Written', updatedAt]
  return (
    <span>
      {word} {spokenMoment(at, timeZone, today).replace('Today', 'today')}
    </span>
  )
}
