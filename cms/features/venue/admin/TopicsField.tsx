'use client'
import { FieldDescription, FieldError } from '@payloadcms/ui'
import type { JSONFieldClientComponent } from 'payload'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { ChoiceBoxes, useChoices } from '../../../platform/admin/fields/ChoiceBoxes.tsx'
import type { Venue } from '../../../platform/payload/payload-types.ts'

/**
 * A choice of the venue's own topics. The field stores their names. A chosen topic that the venue no longer has stays
 * on the list until it is unticked. If the list is empty, nothing is shown.
 */
export const TopicsField: JSONFieldClientComponent = ({ field, path, readOnly }) => {
  const { reply, problem } = useReply<Pick<Venue, 'topics'>>(
    'globals/venue?depth=0&select[topics]=true',
  )
  const names = (reply?.topics ?? []).map(({ name }) => name)
  const { showError, disabled, ...choices } = useChoices({ field: { options: names }, path })
  const gone = reply ? choices.chosen.filter((name) => !names.includes(name)) : []
  const options = [
    ...choices.options,
    ...gone.map((name) => ({ value: name, label: `${name} (no topic any more)` })),
  ]
  if (problem) return <p role="alert">{`The venue’s topics could not be read: ${problem}`}</p>
  if (!options.length) return null
  return (
    <fieldset className="field-type choices-field" disabled={Boolean(readOnly || disabled)}>
      <legend className="field-label">{String(field.label ?? '')}</legend>
      <FieldError path={path} showError={showError} />
      <div>
        <ChoiceBoxes {...choices} options={options} />
      </div>
      <FieldDescription path={path} description={field.admin?.description} />
    </fieldset>
  )
}
