'use client'
import './events.css'
import { useDocumentInfo, useField } from '@payloadcms/ui'
import { useEffect } from 'react'
import { useLiveReply } from '../../../platform/admin/calls/use-live-reply.ts'
import { useValue } from '../../../platform/admin/forms/use-open-record.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { mailsInWords } from '../../../platform/mail/rules.ts'
import type { VenueArea } from '../../venue/rules.ts'
import type { PreviewReply, PreviewRequest } from '../series/record-contract.ts'
import { $preview } from './store.ts'

/** The request with the current values of the form; null until the form has a start and an end. */
function usePreviewRequest(): PreviewRequest | null {
  const { id } = useDocumentInfo()
  const [start, end, doors] = [
    useValue<string | null>('start'),
    useValue<string | null>('end'),
    useValue<string | null>('doors'),
  ]
  const later_hour = useValue<boolean | null>('later_hour')
  const rule = useValue<string | null>('rule')
  const left_out = useValue<string[] | null>('left_out')
  const areas = useValue<VenueArea[] | null>('areas')
  const capacity = useValue<number | null>('capacity')
  if (!start || !end) return null
  return {
    event: Number(id ?? 0),
    ...{ start, end, doors, later_hour, rule, areas },
    left_out: Array.isArray(left_out) ? left_out : null,
    capacity: typeof capacity === 'number' ? capacity : null,
  }
}

/** The preview below the times: the next dates, problems, overlapping events, and guests whom a save would affect. */
export function SchedulePreview() {
  const request = usePreviewRequest()
  const { reply, problem, isBusy } = useLiveReply<PreviewReply>('event-list/preview', request)
  useEffect(() => {
    $preview.set(reply)
    return () => $preview.set(null)
  }, [reply])
  if (!request) return null
  return (
    <div className="event-preview" aria-busy={isBusy}>
      <div role="status">{reply ? <Dates reply={reply} /> : null}</div>
      {problem ? <p className="admin-warning">{problem}</p> : null}
      {reply?.choices.length ? <Exceptions choices={reply.choices} /> : null}
      {reply ? <Overlaps reply={reply} /> : null}
      {reply ? <Affected reply={reply} /> : null}
    </div>
  )
}

function Dates({ reply }: { reply: PreviewReply }) {
  const { coming, dates, isEndless, problems, remarks } = reply
  if (problems.length) {
    return problems.map(({ message }) => (
      <p key={message} className="record-problem">
        {message}
      </p>
    ))
  }
  if (!coming) return <p>It is over: no date is to come.</p>
  const more = coming - dates.length
  return (
    <>
      <p className="field-label">
        {coming === 1
          ? 'When'
          : `The next ${dates.length === coming ? coming : dates.length} dates`}
      </p>
      <ul>
        {dates.map((date) => (
          <li key={date}>{date}</li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="admin-quiet">
          {isEndless ? 'And so on; the next 400 days are in the calendar.' : `And ${more} more.`}
        </p>
      ) : null}
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </>
  )
}

/** The dates of the series, of which staff can leave some out, also before the series is saved for the first time. */
function Exceptions({ choices }: Pick<PreviewReply, 'choices'>) {
  const { value, setValue, disabled } = useField<string[] | null>({ path: 'left_out' })
  const leftOut = Array.isArray(value) ? value : []
  const dayOf = (start: string) => start.slice(0, 10)
  const areDays = new Set(choices.map(({ original }) => dayOf(original))).size === choices.length
  const isSame = (one: string, other: string) =>
    areDays ? dayOf(one) === dayOf(other) : one === other
  const isLeftOut = (original: string) => leftOut.some((each) => isSame(each, original))
  const toggle = (original: string, takesPlace: boolean) => {
    const others = leftOut.filter((each) => !isSame(each, original))
    setValue(takesPlace ? others : [...others, original].sort())
  }
  const count = choices.filter(({ original }) => isLeftOut(original)).length
  return (
    <details className="event-exceptions">
      <summary>
        {count ? `${count} left out: choose` : 'Not on every date? Choose'} the dates on which it is
      </summary>
      <ul>
        {choices.map(({ original, when }) => (
          <li key={original}>
            <label className="event-check">
              <input
                type="checkbox"
                checked={!isLeftOut(original)}
                disabled={disabled}
                onChange={({ target }) => toggle(original, target.checked)}
              />
              {when}
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Overlaps({ reply: { overlaps, areMoreOverlaps } }: { reply: PreviewReply }) {
  if (!overlaps.length) return null
  return (
    <div className="admin-warning" role="status">
      <p>Something else is there at the same time. You can save it all the same.</p>
      <ul>
        {overlaps.map(({ id, event, title, when, where, isDraft }) => (
          <li key={`${id} ${when}`}>
            <CmsLink href={`/cms/collections/events/${event}`}>{title}</CmsLink>, {when}, {where}
            {isDraft ? ' (a draft)' : ''}
          </li>
        ))}
      </ul>
      {areMoreOverlaps ? <p>And more.</p> : null}
    </div>
  )
}

/** Asks whether guests get a mail about another time or place. Warns about dates that would be cancelled. */
function Affected({ reply: { moved, cancelled } }: { reply: PreviewReply }) {
  const { value, setValue } = useField<string | null>({ path: 'tell' })
  const { showError, errorMessage } = useField<string | null>({ path: 'tell' })
  return (
    <>
      {cancelled.dates ? (
        <p className="admin-warning" role="alert">
          {cancelled.dates === 1 ? 'One date' : `${cancelled.dates} dates`} with guests would be
          cancelled, and guests are told: {mailsInWords(cancelled.mails)}.
        </p>
      ) : null}
      {moved.mails ? (
        <fieldset className="event-tell" id="field-tell" tabIndex={-1}>
          <legend>Tell the guests? {mailsInWords(moved.mails)}</legend>
          <p>They reserved for another time or place. They keep their places.</p>
          {(['yes', 'no'] as const).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="tell"
                checked={value === choice}
                onChange={() => setValue(choice)}
              />
              {choice === 'yes' ? 'Yes, by mail now' : 'No, somebody has told them'}
            </label>
          ))}
          {showError ? <p className="record-problem">{errorMessage}</p> : null}
        </fieldset>
      ) : null}
    </>
  )
}
