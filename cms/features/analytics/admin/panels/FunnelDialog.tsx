import { toast } from '@payloadcms/ui'
import { type FormEvent, useId, useRef, useState } from 'react'
import { callApi, errorMessage } from '../../../../platform/admin/calls/call.ts'
import { AdminDialog } from '../../../../platform/admin/shell/AdminDialog.tsx'
import { Problem } from '../../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'
import type { FunnelStep } from '../../reports/contract.ts'
import { funnelLimits } from '../../reports/rules.ts'
import { type EventName, eventNames } from '../../rules.ts'
import { eventText, pageExplanation, pageText } from '../texts.ts'
import { useChoices } from '../use-choices.ts'

type Step = { key: number; kind: 'page' | 'event'; value: string }
type Props = { onClose: () => void; onCreated: () => void }

const { min, max } = funnelLimits.steps

/** The dialog that creates a custom funnel. */
export function FunnelDialog({ onClose, onCreated }: Props) {
  const formId = useId()
  const { choices } = useChoices()
  const nextKey = useRef(min)
  const [name, setName] = useState('')
  const [steps, setSteps] = useState<Step[]>(() =>
    Array.from({ length: min }, (_, key) => ({ key, kind: 'page', value: '' })),
  )
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isUnvisited = (page: string) =>
    page.trim().startsWith('/') && choices !== null && !choices.pages.includes(page.trim())
  const change = (key: number, changed: Partial<Step>) =>
    setSteps(steps.map((step) => (step.key === key ? { ...step, ...changed } : step)))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const funnelSteps: FunnelStep[] = steps.map(({ kind, value }) =>
        kind === 'page' ? { page: value.trim() } : { event: value as EventName },
      )
      await callApi('analytics/funnels', { body: { name: name.trim(), steps: funnelSteps } })
      toast.success(`“${name.trim()}” is saved and counted now.`)
      onCreated()
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <AdminDialog
      title="New funnel"
      look="dialog"
      focus={`[name="funnel-name"]`}
      onClose={onClose}
      footer={
        <>
          <Button type="submit" form={formId} kind="strong" unavailable={isBusy}>
            {isBusy ? 'One moment …' : 'Save'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={formId} className="analytics-form" onSubmit={save}>
        <label>
          <span>Name</span>
          <input
            name="funnel-name"
            value={name}
            required
            maxLength={funnelLimits.name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <ol className="analytics-steps">
          {steps.map(({ key, kind, value }, index) => (
            <li key={key}>
              <label>
                <span>Step {index + 1}</span>
                <select
                  value={kind}
                  onChange={(event) =>
                    change(key, {
                      kind: event.target.value === 'event' ? 'event' : 'page',
                      value: event.target.value === 'event' ? eventNames[0] : '',
                    })
                  }
                >
                  <option value="page">opened the page</option>
                  <option value="event">did this</option>
                </select>
              </label>
              {kind === 'page' ? (
                <label>
                  <span className="sr">Page of step {index + 1}</span>
                  <input
                    value={value}
                    required
                    pattern="\s*/.*"
                    title="A page begins with a slash: /beer"
                    placeholder="/beer"
                    list={`${formId}-pages`}
                    aria-describedby={`${formId}-hint-${key}`}
                    onChange={(event) => change(key, { value: event.target.value })}
                  />
                </label>
              ) : (
                <label>
                  <span className="sr">Event of step {index + 1}</span>
                  <select
                    value={value}
                    onChange={(event) => change(key, { value: event.target.value })}
                  >
                    {eventNames.map((each) => (
                      <option key={each} value={each}>
                        {eventText(each)}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <small id={`${formId}-hint-${key}`} role="status" className="analytics-quiet">
                {kind === 'page' && isUnvisited(value)
                  ? `${value.trim()} is not among the pages of the last 31 days. Is it right?`
                  : ''}
              </small>
              <Button
                unavailable={steps.length <= min}
                aria-label={`Remove step ${index + 1}`}
                onClick={() => setSteps(steps.filter((step) => step.key !== key))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ol>
        {steps.length < max ? (
          <Button
            onClick={() => {
              nextKey.current += 1
              setSteps([...steps, { key: nextKey.current, kind: 'page', value: '' }])
            }}
          >
            Add a step
          </Button>
        ) : null}
        <datalist id={`${formId}-pages`}>
          {choices?.pages.map((page) => (
            <option key={page} value={page}>
              {pageExplanation(page) ? pageText(page) : null}
            </option>
          ))}
        </datalist>
        <Problem>{problem}</Problem>
      </form>
    </AdminDialog>
  )
}
