import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { slotHours, timeSlots } from '../../../cms/features/members/profile/rules.ts'
import { interests } from '../../../cms/features/newsletter/rules.ts'
import type { PushState } from '../../../cms/features/nudges/contract.ts'
import { preferredSlots } from '../../../cms/features/nudges/rules.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { runAction } from '../../members/profile/run-action.ts'
import { CheckboxGroup } from '../../ui/form/CheckboxGroup.tsx'
import { Submit } from '../../ui/form/Submit.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { saveEmailTopics, saveSettings } from '../calls.ts'
import { type Choices, emailTopicsToSave, settingsToSave } from './choices.ts'
import { NotKnown } from './NotKnown.tsx'
import { QuietHours } from './QuietHours.tsx'
import { type QuietProblem, readQuietHours } from './quiet-hours.ts'
import { $push, lettersToken, refreshPush } from './store.ts'
import { TopicTable } from './TopicTable.tsx'
import type { TextsOf } from './texts.ts'

type Props = {
  waiting: TextsOf<'waiting'>
  texts: TextsOf<'topics'>
  slotTexts: TextsOf<'slots'>
  quietTexts: TextsOf<'quiet'>
}

/** The form for the topics of nudges to this device and of letters to this person, and for the times of nudges. */
export function Settings(props: Props) {
  const view = useStore($push, { ssr: 'initial' })
  if (view.phase !== 'known') return <NotKnown phase={view.phase} texts={props.waiting} />
  const { email, own_topics, profile_slots } = view.server
  const device = view.isOn ? view.server.device : null
  if (!device && !email) return <p className="lead">{props.texts.needs}</p>
  // The key resets the form for another device or subscriber.
  const key = `${device?.id} ${email?.address}`
  return <SettingsForm key={key} {...{ device, email, own_topics, profile_slots }} {...props} />
}

type FormProps = Props & Pick<PushState, 'device' | 'email' | 'own_topics' | 'profile_slots'>

function SettingsForm({
  device,
  email,
  own_topics,
  profile_slots,
  texts,
  slotTexts,
  quietTexts,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<QuietProblem | null>(null)
  const [isChanged, setChanged] = useState(false)
  const [isBusy, run] = useBusy()
  /** The values of the form that must be saved, or the problem if the form cannot be saved. */
  const readForm = (element: HTMLFormElement) => {
    const choices = readChoices(new FormData(element))
    if ('problem' in choices) return choices
    const settings = device && settingsToSave(device, profile_slots, choices)
    const topics = email && emailTopicsToSave(email.topics, choices)
    return { settings, topics }
  }
  const showWhetherChanged = () => {
    if (!form.current) return
    const read = readForm(form.current)
    setChanged('problem' in read || Boolean(read.settings ?? read.topics))
  }
  // Runs after each render, because the server's values can change without a change in the form: after saving, or in
  // another window.
  useEffect(showWhetherChanged)

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    // `aria-invalid` must be rendered before the invalid field can get the focus.
    flushSync(() => setProblem('problem' in read ? read.problem : null))
    if ('problem' in read) {
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      return
    }
    const { settings, topics } = read
    const saveChanged = async () => {
      if (settings) await saveSettings(settings)
      if (topics) await saveEmailTopics(topics, lettersToken())
    }
    void run(async () => {
      if (!settings && !topics) {
        showToast({ title: texts.unchanged })
        return
      }
      await runAction(saveChanged, { done: texts.saved, failed: texts.failed })
      // The refresh is necessary after a failure too, because one of the two requests may have succeeded.
      await refreshPush()
    })
  }

  const columns = [
    ...(device ? [{ name: 'push', label: texts.push, chosen: device.topics ?? [] }] : []),
    ...(email ? [{ name: 'email', label: texts.email, chosen: email.topics }] : []),
  ]
  return (
    <form
      ref={form}
      className="form"
      method="post"
      noValidate
      onSubmit={save}
      onChange={showWhetherChanged}
    >
      <TopicTable topics={[...interests, ...own_topics]} columns={columns} texts={texts} />
      {device && <p className="note">{texts.all}</p>}
      {email && <p className="note">{texts.none}</p>}
      {device && (
        <>
          <h3 className="poster h3">{slotTexts.title}</h3>
          <p className="copy">{slotTexts.body}</p>
          <CheckboxGroup
            id="nudges-slot"
            name="slots"
            legend={slotTexts.legend}
            options={timeSlots}
            chosen={preferredSlots(device.time_slots, profile_slots)}
            notes={slotNotes}
            isLegendHidden
          />
          {device.time_slots === null && profile_slots !== null && profile_slots.length > 0 && (
            <p className="note">{slotTexts.profile}</p>
          )}
          <QuietHours device={device} texts={quietTexts} problem={problem} />
        </>
      )}
      <div className="save-bar" data-changed={isChanged || undefined}>
        <p role="status">{isChanged && texts.unsaved}</p>
        <Submit isBusy={isBusy}>{isBusy ? texts.saving : texts.button}</Submit>
      </div>
    </form>
  )
}

const slotNotes = Object.fromEntries(timeSlots.map((slot) => [slot, slotHours[slot].label]))

function readChoices(form: FormData): Choices | { problem: QuietProblem } {
  const read = readQuietHours(form)
  if ('problem' in read) return read
  const slots = form.getAll('slots')
  return {
    push: form.getAll('push').map(String),
    email: form.getAll('email').map(String),
    slots: timeSlots.filter((slot) => slots.includes(slot)),
    quiet: read.quiet,
  }
}
