'use client'
import { type CellProps, LinkedCell } from '../../../platform/admin/lists/LinkedCell.tsx'
import type { ContentKey } from '../contract.ts'
import { pageName } from '../routes.ts'
import { globalTextName, textName } from '../text-names.ts'

export const PageCell = (props: CellProps) => (
  <LinkedCell {...props}>{pageName(String(props.cellData ?? ''))}</LinkedCell>
)

/** The name of a text for staff: `Cafe: opening words`. A damaged record has no name. */
export function TextNameCell(props: CellProps) {
  const { page, section, content_key } = props.rowData as Partial<ContentKey>
  const nameOf = (key: string) =>
    page && section ? textName({ page, section, content_key: key }) : globalTextName(key)
  const name = content_key ? nameOf(content_key) : '–'
  return <LinkedCell {...props}>{name}</LinkedCell>
}

/** A text, or the alternative text of a picture. */
export function WordsCell(props: CellProps) {
  const { text: words, alt } = (props.cellData ?? {}) as { text?: unknown; alt?: unknown }
  const text = typeof words === 'string' ? words : typeof alt === 'string' ? `Picture: ${alt}` : ''
  return (
    <LinkedCell {...props}>
      <span className="cell-words">{text || '–'}</span>
    </LinkedCell>
  )
}
