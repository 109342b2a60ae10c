import { useState } from 'react'
import type { PushSettings } from '../../../cms/nudges/contract.ts'
import { Checkbox } from '../../ui/form/CheckboxGroup.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormError } from '../../ui/form/FormError.tsx'
import { fromTimeInput, toTimeInput } from './minutes.ts'
import type { TextsOf } from './texts.ts'

/** Quiet hours that are suggested, in minutes of the day. */
const usualQuiet = { from: 22 * 60, to: 8 * 60 }

type Props = {
  device: PushSettings
  texts: TextsOf<'quiet'>
  /** Whether a time is missing. */
  isInvalid: boolean
}

/** The hours in which no nudge comes to this device. */
export function QuietHours({ device, texts, isInvalid }: Props) {
  const [isQuiet, setQuiet] = useState(device.quiet_from !== null)
  const time = { type: 'time', required: true, isInvalid, errorId: 'quiet-error' }
  return (
    <>
      <h3 className="poster h3">{texts.title}</h3>
      <p className="copy">{texts.body}</p>
      <Checkbox
        id="nudges-quiet"
        name="quiet"
        label={texts.toggle}
        checked={isQuiet}
        onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}
      />
      {isQuiet && (
        <div className="form-pair">
          <Field
            {...time}
            id="quiet-from"
            name="quiet_from"
            label={texts.from}
            defaultValue={toTimeInput(device.quiet_from ?? usualQuiet.from)}
          />
          <Field
            {...time}
            id="quiet-to"
            name="quiet_to"
            label={texts.to}
            defaultValue={toTimeInput(device.quiet_to ?? usualQuiet.to)}
          />
        </div>
      )}
      <FormError id="quiet-error">{isQuiet && isInvalid ? texts.invalid : null}</FormError>
    </>
  )
}

/** The quiet hours of a form; `missing` if a time is missing. */
export function readQuietHours(form: FormData): { from: number; to: number } | null | 'missing' {
  if (!form.has('quiet')) return null
  const minute = (name: string) => fromTimeInput(String(form.get(name) ?? ''))
  const [from, to] = [minute('quiet_from'), minute('quiet_to')]
  return from === null || to === null ? 'missing' : { from, to }
}
