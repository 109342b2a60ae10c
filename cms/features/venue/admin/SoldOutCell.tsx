'use client'
import { useField } from '@payloadcms/ui'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { localMoment } from '../hours/opening-hours.ts'

type Props = { path: string; readOnly: boolean }

/** A checkbox. Its value is stored as the last date on which the item is sold out. */
export function SoldOutCell({ path, readOnly }: Props) {
  const { timeZone } = useAdminContext()
  const { value, setValue } = useField<string | null>({ path })
  // Computed at each use, because the form may have been opened yesterday.
  const today = () => localMoment(new Date(), timeZone).date
  return (
    <label className="menu-table__sold-out">
      <input
        type="checkbox"
        checked={Boolean(value && value >= today())}
        disabled={readOnly}
        onChange={({ target }) => setValue(target.checked ? today() : null)}
      />
      <span>Sold out today</span>
    </label>
  )
}
