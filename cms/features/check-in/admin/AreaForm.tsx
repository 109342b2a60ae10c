'use client'
import { type FormEvent, useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import type { VenueArea } from '../../venue/rules.ts'

/** How many people an area is licensed for, and whether guests may come in again. */
export function AreaForm({
  area,
  limit,
  reEntry,
}: {
  area: VenueArea
  limit: number | null
  reEntry: boolean
}) {
  const id = useId()
  const [people, setPeople] = useState(limit === null ? '' : String(limit))
  const [mayReturn, setMayReturn] = useState(reEntry)
  const { isBusy, problem, call } = useCall()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { area, limit: people ? Number(people) : null, re_entry: mayReturn }
    await call('check-in/areas', body, { done: 'Saved.' })
  }
  return (
    <form className="lists-form" onSubmit={save}>
      <div className="lists-field">
        <label htmlFor={`${id}-people`}>Licensed for (empty: no limit)</label>
        <input
          id={`${id}-people`}
          type="number"
          min={1}
          max={100_000}
          value={people}
          onChange={(event) => setPeople(event.target.value)}
        />
      </div>
      <label>
        <input
          type="checkbox"
          checked={mayReturn}
          onChange={(event) => setMayReturn(event.target.checked)}
        />
        Guests who left may come in again
      </label>
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          Save
        </Button>
      </p>
    </form>
  )
}
