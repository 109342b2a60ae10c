'use client'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { birthdayOrders } from '../csv/birthday-orders.ts'
import { type Column, knownColumns } from '../csv/columns.ts'
import type { ImportStatus } from '../imports/contract.ts'
import type { ImportSettings } from '../imports/settings.ts'
import { Choice } from './Choice.tsx'
import { isConsentField, ListConsentFields } from './ListConsentFields.tsx'
import { columnNames, orderNames } from './texts.ts'
import type { SettingsProblem } from './use-import.ts'

type Props = {
  status: ImportStatus
  /** `YYYY-MM-DD` on the venue’s calendar. */
  today: string
  isBusy: boolean
  /** The names of the columns that staff leave out. */
  leftOut: readonly string[]
  /** Called when a setting is touched that is not applied yet. */
  onTouch: () => void
  onChange: (settings: ImportSettings) => Promise<SettingsProblem | null>
}

/** What staff may say about a list before it is carried out: its columns, days, consent and names. */
export function ImportSettingsForm({ status, today, isBusy, leftOut, onTouch, onChange }: Props) {
  const { layout, birthdays, settings, counts, omitted } = status
  const [hasConsent, setHasConsent] = useState(settings.consent !== null)
  const [problem, setProblem] = useState<SettingsProblem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const isAtField = problem !== null && hasConsent && isConsentField(problem.field)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    const day = text('consent_day')
    const when = text('consent_when')
    const columns = layout.map((_, index) => (text(`column_${index}`) || null) as Column | null)
    const isRecognised = columns.every((each, index) => each === layout[index]?.as)
    setProblem(null)
    const refused = await onChange({
      birthdays: birthdayOrders.find((each) => each === text('birthdays')) ?? null,
      columns: isRecognised ? settings.columns : columns,
      consent: hasConsent
        ? {
            when: when === 'consent_at' || when === 'joined_at' ? when : day,
            how: text('consent_how'),
            evidence: text('consent_evidence'),
          }
        : null,
      renames: data.get('renames') === 'on',
      leavers: data.get('leavers') === 'on',
      left_out: [...new Set([...settings.left_out, ...leftOut])],
    })
    setProblem(refused)
  }
  return (
    <form ref={form} className="lists-settings" onSubmit={send} onInput={onTouch} noValidate>
      <section>
        <h2>How the list is read</h2>
        <p className="admin-quiet">
          Below the name of each column are its first cells. Choose what it holds.
        </p>
        <ul className="lists-layout">
          {layout.map(({ header, as, samples }, index) => (
            // Headers may repeat.
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <li key={index} data-unused={as === null || undefined}>
              <label htmlFor={`lists-column-${index}`}>
                {header.trim() || `Column ${index + 1}`}
              </label>
              <small>{samples.join(' · ') || 'empty'}</small>
              <select id={`lists-column-${index}`} name={`column_${index}`} defaultValue={as ?? ''}>
                <option value="">Not used</option>
                {knownColumns.map((each) => (
                  <option key={each} value={each}>
                    {columnNames[each]}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
      </section>
      <Choice
        label="Days in it are written"
        name="birthdays"
        defaultValue={settings.birthdays ?? ''}
      >
        <option value="">
          {birthdays === null ? 'Please choose' : `As found in the file: ${orderNames[birthdays]}`}
        </option>
        {birthdayOrders.map((order) => (
          <option key={order} value={order}>
            {orderNames[order]}
          </option>
        ))}
      </Choice>
      <fieldset className="lists-choice">
        <legend>Consent</legend>
        <label>
          <input
            type="checkbox"
            checked={hasConsent}
            onChange={(event) => setHasConsent(event.target.checked)}
          />
          <span>
            <b>I state the consent of everybody who has none in the list.</b> It is recorded for
            each person, with your name, and in the audit trail.
          </span>
        </label>
        {hasConsent ? (
          <ListConsentFields status={status} today={today} problem={isAtField ? problem : null} />
        ) : null}
      </fieldset>
      <fieldset className="lists-choice">
        <legend>People</legend>
        <label>
          <input type="checkbox" name="renames" defaultChecked={settings.renames} />
          <span>
            <b>Change names.</b> People who are known here get the names of the list.
          </span>
        </label>
        <label>
          <input type="checkbox" name="leavers" defaultChecked={settings.leavers} />
          <span>
            <b>Everybody on this list has left.</b> None of them gets letters any more.
          </span>
        </label>
      </fieldset>
      <Problem>{isAtField ? null : problem?.message}</Problem>
      <p>
        <Button type="submit" unavailable={isBusy}>
          Look through it again
        </Button>
      </p>
      {counts.rejected || omitted.length ? null : (
        <p className="admin-quiet">Everything in the list can be read.</p>
      )}
    </form>
  )
}
