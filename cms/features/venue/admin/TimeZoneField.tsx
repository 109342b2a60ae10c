'use client'
import './time-zone.css'
import { FieldLabel, useField } from '@payloadcms/ui'
import type { TextFieldClientComponent } from 'payload'
import { useLiveReply } from '../../../platform/admin/calls/use-live-reply.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { mailsInWords } from '../../../platform/mail/rules.ts'
import type { TimeZoneReply } from '../contract.ts'
import { canonicalTimeZone, listTimeZones, timeZoneProblem } from '../time/time-zone.ts'

const zones = listTimeZones()

/** The venue's time zone. A change shows what it moves, and asks whether guests are told. */
export const TimeZoneField: TextFieldClientComponent = ({ field, path, readOnly }) => {
  const { value, initialValue, setValue, showError, errorMessage, disabled } = useField<
    string | null
  >({ path })
  const chosen = canonicalTimeZone(value)
  const isChanged = chosen !== null && chosen !== canonicalTimeZone(initialValue)
  const { reply, problem, isBusy } = useLiveReply<TimeZoneReply>(
    'venue/time-zone',
    isChanged ? { time_zone: chosen } : null,
  )
  const id = `field-${path}`
  return (
    <div className="field-type when-field time-zone">
      <FieldLabel htmlFor={id} label={field.label} path={path} required={field.required ?? false} />
      <input
        id={id}
        name={path}
        value={value ?? ''}
        list={`${id}-zones`}
        autoComplete="off"
        spellCheck={false}
        disabled={Boolean(readOnly || disabled)}
        aria-invalid={showError || undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => setValue(target.value)}
      />
      <datalist id={`${id}-zones`}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <p id={`${id}-note`} className="admin-quiet">
        {showError ? <span className="money-field__problem">{errorMessage}</span> : null}
        {!showError && value && chosen === null ? timeZoneProblem : null}
        {chosen !== null && chosen !== value ? `It is stored as ${chosen}.` : null}
      </p>
      <div aria-live="polite" aria-busy={isBusy}>
        {problem ? <p className="admin-warning">{problem}</p> : null}
        {isChanged && reply && reply.time_zone === chosen ? <Moved reply={reply} /> : null}
      </div>
    </div>
  )
}

function Moved({ reply: { moved, time_zone } }: { reply: TimeZoneReply }) {
  const { value, setValue } = useField<string | null>({ path: 'tell_guests' })
  const mails = moved.reduce((sum, each) => sum + each.mails, 0)
  if (!moved.length) return <p>Nothing that is to come moves.</p>
  return (
    <div className="time-zone-moved">
      <p>
        <b>When you save, this happens at another moment.</b> The clock shows what was typed, now in{' '}
        {time_zone}. Opening hours stay as they are written.
      </p>
      <ul>
        {moved.map(({ title, path, count, when, minutes, mails: told }) => (
          <li key={path + title + when}>
            <CmsLink href={`/cms${path}`}>{title}</CmsLink>:{' '}
            {count > 1 ? `${count} dates, next ` : ''}
            {when}, {describeShift(minutes)}
            {told ? `; ${mailsInWords(told)}` : ''}
          </li>
        ))}
      </ul>
      {mails ? (
        <fieldset>
          <legend>Tell those who reserved?</legend>
          <p>They keep their places. Their calendars may show the wrong hour.</p>
          {(['yes', 'no'] as const).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="tell_guests"
                checked={(value === 'no' ? 'no' : 'yes') === choice}
                onChange={() => setValue(choice)}
              />
              {choice === 'yes' ? `Yes: ${mailsInWords(mails)}, when you save` : 'No'}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}

/** `1 hour and 30 minutes later than until now` */
function describeShift(minutes: number): string {
  const size = Math.abs(minutes)
  const [hours, rest] = [Math.floor(size / 60), size % 60]
  const parts = [
    hours ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : '',
    rest ? `${rest} minutes` : '',
  ].filter(Boolean)
  return `${parts.join(' and ')} ${minutes > 0 ? 'later' : 'earlier'} than until now`
}
