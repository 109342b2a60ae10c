'use client'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import type { MomentState } from '../rules.ts'

type Props = {
  moment: number
  /** What staff see of it (`seenOf`). */
  seen: string
  state: MomentState
  isReported: boolean
  isChosen: boolean
  /** Whether everybody may see it, so that it can be on public pages. */
  canChoose: boolean
}

/** Buttons with which staff show or hide a moment, and put it on public pages. */
export function MomentDecision({ moment, seen, state, isReported, isChosen, canChoose }: Props) {
  const { isBusy, problem, call } = useCall()
  const decide = (to: 'shown' | 'hidden', done: string) =>
    void call('moments/decide', { moment, state: to, seen }, { done })
  const name = <span className="sr"> moment {moment}</span>
  return (
    <>
      <div className="moments-ways">
        {state === 'shown' && !isReported ? null : (
          <Button
            kind="strong"
            unavailable={isBusy}
            onClick={() => decide('shown', 'It is shown.')}
          >
            {state === 'shown' ? 'Keep' : state === 'hidden' ? 'Restore' : 'Show'}
            {name}
          </Button>
        )}
        {state === 'hidden' && !isReported ? null : (
          <Button unavailable={isBusy} onClick={() => decide('hidden', 'It is hidden.')}>
            {state === 'hidden' ? 'Leave hidden' : 'Hide'}
            {name}
          </Button>
        )}
        {canChoose ? (
          <Button
            unavailable={isBusy}
            onClick={() => void call('moments/choose', { moment, chosen: !isChosen, seen })}
          >
            {isChosen ? 'Take off public pages' : 'Put on public pages'}
            {name}
          </Button>
        ) : null}
      </div>
      <Problem>{problem}</Problem>
    </>
  )
}
