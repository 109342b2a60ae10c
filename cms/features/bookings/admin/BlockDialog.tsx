import type { FormEvent } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { AdminDialog } from '../../../platform/admin/shell/AdminDialog.tsx'
import type { BlockReply, SheetReply } from '../evening/contract.ts'
import { Field } from './AddDialog.tsx'

type Props = {
  sheet: SheetReply
  onClose: () => void
  onDone: (closure: BlockReply['closure']) => void
}

/** Blocks tables for a part of the evening. */
export function BlockDialog({ sheet, onClose, onDone }: Props) {
  const { isBusy, problem, setProblem, call } = useCall()
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const tables = form.getAll('tables').map(Number)
    if (!tables.length) {
      setProblem('Choose a table.')
      return
    }
    const [from, to, reason] = ['from', 'to', 'reason'].map((name) => String(form.get(name)))
    const body = { day: sheet.day, tables, from, to, reason }
    const reply = await call<BlockReply>('evening/block', body)
    if (reply) onDone(reply.closure)
  }
  return (
    <AdminDialog title="Block tables" look="dialog" focus="select" onClose={onClose}>
      <form className="evening-form" onSubmit={send}>
        <Field label="Tables">
          <select name="tables" multiple size={6}>
            {sheet.areas.map(({ area, tables }) => (
              <optgroup key={area} label={area}>
                {tables.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </Field>
        <Field label="From">
          <input name="from" type="time" required defaultValue={sheet.time} />
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
