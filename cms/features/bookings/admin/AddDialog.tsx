import { type FormEvent, useState } from 'react'
import { CallError, callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { AdminDialog } from '../../../platform/admin/shell/AdminDialog.tsx'
import { randomId } from '../../../platform/ui/random-id.ts'
import { areaName } from '../../venue/names.ts'
import type { AddReply, SheetReply } from '../evening/contract.ts'

type Props = {
  sheet: SheetReply
  source: 'walk_in' | 'phone'
  onClose: () => void
  onDone: () => Promise<void>
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** Guests who came without a booking, or who call. What speaks against it is a warning first. */
export function AddDialog({ sheet, source, onClose, onDone }: Props) {
  const [key] = useState(randomId)
  const [problem, setProblem] = useState<string | null>(null)
  const [mayForce, setMayForce] = useState(false)
  const [needsTable, setNeedsTable] = useState(false)
  const [area, setArea] = useState<string>(sheet.areas[0]?.area ?? '')
  const [isBusy, setBusy] = useState(false)
  const [waits, setWaits] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const isCall = source === 'phone'

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const body = {
        ...{ key, source, area, party: Number(form.get('party')) },
        tables: waits ? [] : form.getAll('tables').map(Number),
        ...{ name: textOf(form, 'name'), phone: textOf(form, 'phone') },
        ...{ email: textOf(form, 'email'), notes: textOf(form, 'notes') },
        allergies: textOf(form, 'allergies'),
        ...{ high_chair: form.has('high_chair'), step_free: form.has('step_free') },
        ...(isCall && { day: textOf(form, 'day'), time: textOf(form, 'time') }),
        quoted_minutes: waits ? Number(form.get('quoted')) : null,
        anyway: submitter?.value === 'anyway',
      }
      const { booking } = await callApi<AddReply>('evening/add', { body })
      await onDone()
      if (booking.waiting_path) setLink(booking.waiting_path)
      else onClose()
    } catch (error) {
      setProblem(errorMessage(error))
      const code = error instanceof CallError ? error.code : ''
      setMayForce(code === 'over_capacity')
      if (code === 'needs_table') setNeedsTable(true)
    } finally {
      setBusy(false)
    }
  }

  if (link) {
    const url = `${location.origin}${link}`
    return (
      <AdminDialog title="They wait" look="dialog" onClose={onClose}>
        <div className="evening-form">
          <p>This page shows them their place. Send it, or let them type it.</p>
          <p>
            <a href={link} target="_blank" rel="noreferrer">
              {url}
            </a>
          </p>
          <button type="button" className="ui-button" data-kind="strong" onClick={onClose}>
            Done
          </button>
        </div>
      </AdminDialog>
    )
  }
  const tables = sheet.areas.find((each) => each.area === area)?.tables ?? []
  const sitting = new Set(
    sheet.bookings.filter(({ status }) => status === 'seated').flatMap((each) => each.tables),
  )
  return (
    <AdminDialog
      title={isCall ? 'A booking by telephone' : 'Guests without a booking'}
      look="dialog"
      focus="[name=party]"
      onClose={onClose}
    >
      <form className="evening-form" onSubmit={send}>
        <Field label="People">
          <input name="party" type="number" min={1} max={200} required defaultValue={2} />
        </Field>
        <Field label="Area">
          <select name="area" value={area} onChange={({ target }) => setArea(target.value)}>
            {sheet.areas.map((each) => (
              <option key={each.area} value={each.area}>
                {areaName(each.area)}
              </option>
            ))}
          </select>
        </Field>
        {isCall ? (
          <>
            <Field label="Day">
              <input name="day" type="date" min={sheet.today} required defaultValue={sheet.day} />
            </Field>
            <Field label="Time">
              <input name="time" type="time" step={900} required defaultValue="19:00" />
            </Field>
          </>
        ) : null}
        <Field label={isCall ? 'Name' : 'Name, if they like'}>
          <input name="name" maxLength={120} required={isCall} autoComplete="off" />
        </Field>
        {isCall ? (
          <>
            <Field label="Telephone">
              <input name="phone" type="tel" required autoComplete="off" />
            </Field>
            <Field label="Email, if they like">
              <input name="email" type="email" autoComplete="off" />
            </Field>
            <Field label="Allergies">
              <input name="allergies" maxLength={300} autoComplete="off" />
            </Field>
            <Field label="Note">
              <input name="notes" maxLength={300} autoComplete="off" />
            </Field>
          </>
        ) : null}
        <div className="evening-form__checks">
          <label>
            <input type="checkbox" name="high_chair" /> High chair
          </label>
          <label>
            <input type="checkbox" name="step_free" /> Step-free
          </label>
          {isCall ? null : (
            <label>
              <input type="checkbox" checked={waits} onChange={() => setWaits(!waits)} /> They wait
            </label>
          )}
        </div>
        {waits ? (
          <Field label="Minutes that they probably wait">
            <input name="quoted" type="number" min={1} max={240} required defaultValue={20} />
          </Field>
        ) : null}
        {problem ? <p role="alert">{problem}</p> : null}
        {needsTable && !waits ? (
          <fieldset className="evening-form__checks">
            <legend>Tables</legend>
            {tables.map(({ id, name, max }) => (
              <label key={id}>
                <input type="checkbox" name="tables" value={id} /> {name}, {max}
                {sitting.has(id) ? ', somebody sits there' : ''}
              </label>
            ))}
          </fieldset>
        ) : null}
        <div className="evening-form__buttons">
          <button
            type="submit"
            className="ui-button"
            data-kind="strong"
            aria-disabled={isBusy || undefined}
          >
            {isCall ? 'Book' : waits ? 'Let them wait' : 'Seat them'}
          </button>
          {needsTable && !waits ? (
            <button
              type="button"
              className="ui-button"
              data-kind="plain"
              onClick={() => {
                setWaits(true)
                setProblem(null)
                setMayForce(false)
              }}
            >
              Let them wait
            </button>
          ) : null}
          {mayForce ? (
            <button
              type="submit"
              className="ui-button"
              data-kind="plain"
              value="anyway"
              aria-disabled={isBusy || undefined}
            >
              Anyway
            </button>
          ) : null}
        </div>
      </form>
    </AdminDialog>
  )
}

export const Field = ({ label, children }: { label: string; children: React.ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className="evening-form__field">
    <span>{label}</span>
    {children}
  </label>
)
