'use client'
import { FieldLabel, useField } from '@payloadcms/ui'
import type { DateFieldClientComponent } from 'payload'
import { useHouse } from '../shell/HouseContext.tsx'
import { spokenMoment } from '../shell/rules.ts'

/** A moment that nobody changes here: read on the venue's clock. Payload's own has a box without a name. */
export const SaidMoment: DateFieldClientComponent = ({ field, path }) => {
  const { value } = useField<string | null>({ path })
  const { timeZone, today } = useHouse()
  return (
    <div className="field-type said-moment">
      <FieldLabel as="span" label={field.label} path={path} />
      <p>{spokenMoment(value, timeZone, today)}</p>
    </div>
  )
}
