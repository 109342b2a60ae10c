'use client'
import { type CellProps, LinkedCell } from '../../admin/lists/LinkedCell.tsx'
import { AuditSentence } from './AuditSentence.tsx'

export const AuditCell = (props: CellProps) => (
  <LinkedCell {...props}>
    <span className="cell-words">
      <AuditSentence entry={props.rowData} />
    </span>
  </LinkedCell>
)
