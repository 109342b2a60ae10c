'use client'
import type { DefaultCellComponentProps } from 'payload'
import type { LetterState } from '../../letters/rules.ts'
import { useHouse } from '../house/HouseContext.tsx'
import { spokenMoment } from '../house/rules.ts'

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
