import { useState } from 'react'
import { askDeletion, attempt, undoDeletion } from './run-action.ts'
import { dayOf } from './format-day.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useFocusOn } from '../../ui/form/use-focus.ts'
import type { WordsOf } from './texts.ts'

type Props = { deleteAt: string | null; timeZone: string; words: WordsOf<'data'> }

/** The end of an account, which somebody can think better of for seven days. */
export function Deletion({ deleteAt, timeZone, words }: Props) {
  const [endsAt, setEndsAt] = useState(deleteAt)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, busily] = useBusy()
  const place = useFocusOn<HTMLDivElement>(endsAt ? 'ends' : isAsking ? 'asks' : 'stays')
  const { failed } = words
  const erase = () =>
    busily(async () => {
      const reply = await attempt(askDeletion, { failed })
      setAsking(false)
      if (reply) setEndsAt(reply.delete_at)
    })
  const undo = () =>
    busily(async () => {
      const reply = await attempt(undoDeletion, { done: words.undone, failed })
      if (reply) setEndsAt(reply.delete_at)
    })
  const button = {
    type: 'button',
    className: 'go',
    'aria-disabled': isBusy || undefined,
  } as const
  const shown = () => {
    if (endsAt) {
      return (
        <div role="status">
          <p className="lead">
            {words.deleting} <b className="figures">{dayOf(endsAt, timeZone)}</b>.
          </p>
          <p className="member-does">
            <button {...button} data-focus onClick={() => void undo()}>
              {words.undo}
            </button>
          </p>
        </div>
      )
    }
    if (isAsking) {
      return (
        <div role="alert">
          <p className="lead">{words.delete_ask}</p>
          <p className="member-does">
            <button {...button} onClick={() => void erase()}>
              {words.delete_yes}
            </button>
            <button {...button} data-focus onClick={() => !isBusy && setAsking(false)}>
              {words.cancel}
            </button>
          </p>
        </div>
      )
    }
    return (
      <p className="member-does">
        <button {...button} data-focus onClick={() => setAsking(true)}>
          {words.delete_button}
        </button>
      </p>
    )
  }
  return <div ref={place}>{shown()}</div>
}
