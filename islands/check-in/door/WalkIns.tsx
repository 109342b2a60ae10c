import { useState } from 'react'
import { syncLimits } from '../../../cms/features/check-in/rules.ts'
import type { DoorModel, DoorState } from './door.ts'
import { people } from './words.ts'

/** Counts people who come or leave without a booking. */
export function WalkIns({ door, state }: { door: DoorModel; state: DoorState }) {
  const [count, setCount] = useState(1)
  const isIn = state.direction === 'in'
  const change = (by: number) => setCount(Math.min(syncLimits.people, Math.max(1, count + by)))
  return (
    <section aria-label="Without a booking" className="door-form">
      <div className="door-count">
        <button
          type="button"
          className="door-button"
          aria-label="One less"
          aria-disabled={count === 1}
          onClick={() => change(-1)}
        >
          −
        </button>
        <output aria-label="How many">{count}</output>
        <button
          type="button"
          className="door-button"
          aria-label="One more"
          onClick={() => change(1)}
        >
          +
        </button>
      </div>
      <button
        type="button"
        className="door-button"
        data-kind="strong"
        onClick={() => {
          void door.walkIns(count)
          setCount(1)
        }}
      >
        {isIn ? `Let in ${people(count)}` : `${people(count)} left`}
      </button>
      <p className="door-quiet">
        For guests without a code: they are counted, and nobody is named.
      </p>
    </section>
  )
}
