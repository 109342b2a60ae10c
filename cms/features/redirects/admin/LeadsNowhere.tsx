'use client'
import { useField } from '@payloadcms/ui'
import { type CellProps, LinkedCell } from '../../../platform/admin/lists/LinkedCell.tsx'

/** The warning below a target for which the site has no page. */
export function LeadsNowhere({ path }: { path: string }) {
  const { value } = useField<boolean>({ path })
  return (
    <div role="status">
      {value ? (
        <p className="admin-warning">
          The site has no page at this target: who follows the old path finds nothing.
        </p>
      ) : null}
    </div>
  )
}

/** The cell of a target in the list of redirects, with a warning if the site has no such page. */
export function TargetCell(props: CellProps) {
  return (
    <LinkedCell {...props}>
      {String(props.cellData ?? '')}
      {props.rowData.leads_nowhere ? ' (no such page)' : null}
    </LinkedCell>
  )
}
