import { type FormEvent, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { AdminDialog } from '../../../platform/admin/shell/AdminDialog.tsx'
import { areaName } from '../../venue/names.ts'
import type { BlockReply, SheetReply } from '../evening/contract.ts'
import { Field } from './AddDialog.tsx'

type Props = {
  sheet: SheetReply
  onClose: () => void
  onDone: (closure: BlockReply['closure']) => void
}

/** Tonight it is now, on another day when the first area opens. */
const usualStart = ({ day, today, time, areas }: SheetReply): string =>
  day === today
    ? time
    : (areas.flatMap(({ times }) => times.map((each) => each.time))[0] ?? '17:00')

/** Blocks tables for a part of the evening. */
export function BlockDialog({ sheet, onClose, onDone }: Props) {
  const { isBusy, problem, setProblem, call } = useCall()
  const [area, setArea] = useState<string>(sheet.areas[0]?.area ?? '')
  const tables = sheet.areas.find((each) => each.area === area)?.tables ?? []
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen = form.getAll('tables').map(Number)
    if (!chosen.length) {
      setProblem('Choose a table.')
      return
    }
    const [from, to, reason] = ['from', 'to', 'reason'].map((name) => String(form.get(name)))
    const body = { day: sheet.day, tables: chosen, from, to, reason }
    const reply = await call<BlockReply>('evening/block', body)
    if (reply) onDone(reply.closure)
  }
  return (
    <AdminDialog title="Block tables" look="dialog" focus="select" onClose={onClose}>
      <form className="evening-form" onSubmit={send}>
        <Field label="Area">
          <select value={area} onChange={({ target }) => setArea(target.value)}>
            {sheet.areas.map((each) => (
              <option key={each.area} value={each.area}>
                {areaName(each.area)}
              </option>
            ))}
          </select>
        </Field>
        <fieldset className="evening-form__checks">
          <legend className="sr">Tables</legend>
          {tables.map(({ id, name }) => (
            <label key={id}>
              <input type="checkbox" name="tables" value={id} /> {name}
            </label>
          ))}
        </fieldset>
        <Field label="From">
          <input name="from" type="time" required defaultValue={usualStart(sheet)} />
        </Field>
        <Field label="Until">
          <input name="to" type="time" required defaultValue="05:00" />
        </Field>
        <Field label="Why, for staff">
          <input name="reason" maxLength={200} required autoComplete="off" />
        </Field>
        {problem ? <p role="alert">{problem}</p> : null}
        <div className="evening-form__buttons">
          <button type="submit" className="ui-button" data-kind="strong" disabled={isBusy}>
            Block
          </button>
        </div>
      </form>
    </AdminDialog>
  )
}
