'use client'
import { FieldLabel, useField } from '@payloadcms/ui'
import type { DateFieldClientComponent } from 'payload'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { formatMoment } from '../shell/format.ts'

/** Shows a date and time in the venue's time zone, read-only. It replaces Payload's field, whose input has no label. */
export const MomentField: DateFieldClientComponent = ({ field, path }) => {
  const { value } = useField<string | null>({ path })
  const { timeZone, today } = useAdminContext()
  return (
    <div className="field-type moment-field">
      <FieldLabel as="span" label={field.label} path={path} />
      <p>{formatMoment(value, timeZone, today)}</p>
    </div>
  )
}
