'use client'
import { type CellProps, LinkedCell } from '../../admin/lists/LinkedCell.tsx'
import { pageName } from '../routes.ts'

export const PageCell = (props: CellProps) => (
  <LinkedCell {...props}>{pageName(String(props.cellData ?? ''))}</LinkedCell>
)

/** A text, or the alternative text of a picture. */
export function WordsCell(props: CellProps) {
  const data = (props.cellData ?? {}) as { text?: string; alt?: string }
  const text = data.text ?? (data.alt ? `Picture: ${data.alt}` : '')
  return (
    <LinkedCell {...props}>
      <span className="cell-words">{text || '–'}</span>
    </LinkedCell>
  )
}
