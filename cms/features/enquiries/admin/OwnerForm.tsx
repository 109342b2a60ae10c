'use client'
import { useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'

type Props = {
  id: number
  version: number
  owner: number | null
  dueOn: string | null
  staff: { id: number; name: string }[]
}

/** Who looks after an enquiry, and until when something has to be done. */
export function OwnerForm({ id, version, owner: initial, dueOn, staff }: Props) {
  const field = useId()
  const [owner, setOwner] = useState(initial === null ? '' : String(initial))
  const [due, setDue] = useState(dueOn ?? '')
  const { isBusy, problem, call } = useCall({ refreshesWhenStale: true })
  return (
    <form
      className="enquiries-owner"
      onSubmit={(event) => {
        event.preventDefault()
        const body = { id, version, owner: owner ? Number(owner) : null, due_on: due || null }
        void call('enquiries/change', body, { done: 'Saved.' })
      }}
    >
      <div className="lists-field">
        <label htmlFor={`${field}-owner`}>Looked after by</label>
        <select
          id={`${field}-owner`}
          value={owner}
          onChange={(event) => setOwner(event.target.value)}
        >
          <option value="">Nobody yet</option>
          {staff.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </div>
      <div className="lists-field">
        <label htmlFor={`${field}-due`}>Due</label>
        <input
          id={`${field}-due`}
          type="date"
          value={due}
          onChange={(event) => setDue(event.target.value)}
        />
      </div>
      <Button type="submit" unavailable={isBusy}>
        Save
      </Button>
      <Problem>{problem}</Problem>
    </form>
  )
}
