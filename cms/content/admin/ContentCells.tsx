'use client'
import { type CellProps, LinkedCell } from '../../admin/lists/LinkedCell.tsx'
import { pageName } from '../routes.ts'
import { keyName, sectionName, textName } from '../text-names.ts'

export const PageCell = (props: CellProps) => (
  <LinkedCell {...props}>{pageName(String(props.cellData ?? ''))}</LinkedCell>
)

/** What staff call a text: `Cafe: opening words`. */
export function TextNameCell(props: CellProps) {
  const { page, section, content_key } = props.rowData as Record<string, string>
  const [own = '', key = ''] = String(content_key).split('.')
  const name =
    page && section
      ? textName({ page, section, content_key: String(content_key) })
      : `${sectionName(own)}: ${keyName(key).toLowerCase()}`
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
