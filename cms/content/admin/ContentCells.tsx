'use client'
import { type CellProps, LinkedCell } from '../../admin/lists/LinkedCell.tsx'
import type { ContentKey } from '../contract.ts'
import { pageName } from '../routes.ts'
import { globalTextName, textName } from '../text-names.ts'

export const PageCell = (props: CellProps) => (
  <LinkedCell {...props}>{pageName(String(props.cellData ?? ''))}</LinkedCell>
)

/** The name of a text for staff: `Cafe: opening words`. */
export function TextNameCell(props: CellProps) {
  const { page, section, content_key = '' } = props.rowData as Partial<ContentKey>
  const name =
    page && section ? textName({ page, section, content_key }) : globalTextName(content_key)
  return <LinkedCell {...props}>{name}</LinkedCell>
}

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
