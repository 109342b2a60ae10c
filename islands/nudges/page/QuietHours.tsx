import { useState } from 'react'
import type { PushSettings } from '../../../cms/features/nudges/contract.ts'
import { Checkbox } from '../../ui/form/CheckboxGroup.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormError } from '../../ui/form/FormError.tsx'
import { toTimeInput } from './minutes.ts'
import type { QuietProblem } from './quiet-hours.ts'
import type { TextsOf } from './texts.ts'

/** The suggested quiet hours, in minutes of the day. */
const usualQuiet = { from: 22 * 60, to: 8 * 60 }

type Props = {
  device: PushSettings
  texts: TextsOf<'quiet'>
  problem: QuietProblem | null
}

/** The form fields for the hours in which this device gets no nudges. */
export function QuietHours({ device, texts, problem }: Props) {
  const [isQuiet, setQuiet] = useState(device.quiet_from !== null)
  const timeOf = (name: QuietProblem['fields'][number]) => {
    const isInvalid = problem?.fields.includes(name) ?? false
    return { name, type: 'time', required: true, isInvalid, errorId: 'quiet-error' }
  }
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
            {...timeOf('quiet_from')}
            id="quiet-from"
            label={texts.from}
            defaultValue={toTimeInput(device.quiet_from ?? usualQuiet.from)}
          />
          <Field
            {...timeOf('quiet_to')}
            id="quiet-to"
            label={texts.to}
            defaultValue={toTimeInput(device.quiet_to ?? usualQuiet.to)}
          />
        </div>
      )}
      <FormError id="quiet-error">{isQuiet && problem ? texts[problem.text] : null}</FormError>
    </>
  )
}
