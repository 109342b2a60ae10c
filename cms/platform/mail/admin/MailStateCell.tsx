'use client'
import { type CellProps, LinkedCell } from '../../admin/lists/LinkedCell.tsx'
import { mailStateText } from '../rules.ts'

/** The state of a mail, as the mailbox says it. */
export const MailStateCell = (props: CellProps) => {
  const { state, response } = props.rowData
  return (
    <LinkedCell {...props}>
      <span className="cell-state" data-state={String(state ?? '')}>
        {mailStateText({ state, response })}
      </span>
    </LinkedCell>
  )
}
