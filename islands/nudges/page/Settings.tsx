import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { interests } from '../../../cms/newsletter/rules.ts'
import type { PushSettings } from '../../../cms/nudges/contract.ts'
import { runAction } from '../../members/profile/run-action.ts'
import { Checkbox, CheckboxGroup } from '../../ui/form/CheckboxGroup.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormError } from '../../ui/form/FormError.tsx'
import { Submit } from '../../ui/form/Submit.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { PageToasts } from '../../ui/PageToasts.tsx'
import { saveSettings } from '../calls.ts'
import { fromTimeInput, toTimeInput } from './minutes.ts'
import { $push, refreshPush } from './store.ts'
import type { TextsOf } from './texts.ts'

type Props = { texts: TextsOf<'topics'>; quietTexts: TextsOf<'quiet'> }

/** Quiet hours that are suggested, in minutes of the day. */
const usualQuiet = { from: 22 * 60, to: 8 * 60 }

/** What nudges to this device are about, and its quiet hours. */
export function Settings({ texts, quietTexts }: Props) {
  const view = useStore($push, { ssr: 'initial' })
  const device = view.phase === 'known' && view.isOn ? view.server.device : null
  if (!device) return <p className="lead">{texts.needs}</p>
  // Another device has another form.
  return <SettingsForm key={device.id} {...{ device, texts, quietTexts }} />
}

function SettingsForm({ device, texts, quietTexts }: Props & { device: PushSettings }) {
  const [isQuiet, setQuiet] = useState(device.quiet_from !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, run] = useBusy()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const settings = settingsOf(new FormData(event.currentTarget))
    const isHalf = (settings.quiet_from === null) !== (settings.quiet_to === null)
    const isMissing = isQuiet && settings.quiet_from === null
    setProblem(isHalf || isMissing ? quietTexts.invalid : null)
    if (isHalf || isMissing) return
    void run(async () => {
      const { saved: done, failed } = texts
      if (await runAction(() => saveSettings(settings), { done, failed })) await refreshPush()
    })
  }
  const time = { type: 'time', required: true, isInvalid: problem !== null, errorId: 'quiet-error' }
  return (
    <form className="form" method="post" noValidate onSubmit={save}>
      <CheckboxGroup
        id="nudges-topic"
        name="topics"
        legend={texts.legend}
        options={interests}
        chosen={device.topics ?? []}
      />
      <p className="note">{texts.all}</p>
      <p className="note">{texts.mail}</p>
      <h3 className="poster h3">{quietTexts.title}</h3>
      <p className="copy">{quietTexts.body}</p>
      <Checkbox
        id="nudges-quiet"
        label={quietTexts.toggle}
        checked={isQuiet}
        onChange={({ currentTarget }) => {
          setQuiet(currentTarget.checked)
          setProblem(null)
        }}
      />
      {isQuiet && (
        <div className="form-pair">
          <Field
            {...time}
            id="quiet-from"
            name="quiet_from"
            label={quietTexts.from}
            defaultValue={toTimeInput(device.quiet_from ?? usualQuiet.from)}
          />
          <Field
            {...time}
            id="quiet-to"
            name="quiet_to"
            label={quietTexts.to}
            defaultValue={toTimeInput(device.quiet_to ?? usualQuiet.to)}
          />
        </div>
      )}
      <FormError id="quiet-error">{problem}</FormError>
      <Submit isBusy={isBusy}>{isBusy ? texts.saving : texts.button}</Submit>
      <PageToasts />
    </form>
  )
}

function settingsOf(form: FormData): PushSettings {
  const topics = form.getAll('topics').map(String)
  const minute = (name: string) => fromTimeInput(String(form.get(name) ?? ''))
  return {
    // Nothing chosen means everything.
    topics: topics.length ? topics : null,
    quiet_from: minute('quiet_from'),
    quiet_to: minute('quiet_to'),
  }
}
