import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { longestText } from '../../../cms/editing/rules.ts'
import { formatMoment } from '../../lib/format-time.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Made } from '../sheets/Changes.tsx'
import { isText } from '../state/content-data.ts'
import { $reply, type Conflict } from '../state/editing-state.ts'

/** Two have changed the same: both versions, and both in one where they are texts. */
export function ConflictSheet({ conflict }: { conflict: Conflict }) {
  const { mine, start, reply, label, resolve, yield: giveWay, later } = conflict
  const { theirs, merged, base } = reply
  const timeZone = useStore($reply)?.timeZone ?? 'UTC'
  const [text, setText] = useState(merged?.text ?? '')
  const from = base ?? start
  const canMerge = merged !== null && isText(mine) && isText(theirs.content_data)
  const written = () => (text === merged?.text ? mine : { ...mine, text })
  const leave = () => later(canMerge ? written() : mine)
  const merge = () => {
    const positioning = merged?.positioning
    resolve({ text, ...(positioning && { positioning }) })
  }
  return (
    <Dialog
      title={`${theirs.by} has changed ${label} too`}
      look="dialog"
      onClose={leave}
      footer={
        <>
          <Button onClick={() => resolve(mine)}>Keep mine</Button>
          <Button onClick={giveWay}>Use theirs</Button>
          {canMerge && (
            <Button kind="strong" unavailable={text.length > longestText} onClick={merge}>
              Save merged
            </Button>
          )}
          <Button kind="quiet" onClick={leave}>
            Decide later
          </Button>
        </>
      }
    >
      <p>
        Both versions are safe. What is not chosen stays in the history, or can be brought back for
        a while.
      </p>
      <div className="ed-sides">
        <section aria-labelledby="ed-theirs">
          <h3 id="ed-theirs">
            {theirs.by}, <time dateTime={theirs.at}>{formatMoment(theirs.at, timeZone)}</time>
          </h3>
          <Made of={theirs.content_data} from={from} />
        </section>
        <section aria-labelledby="ed-mine">
          <h3 id="ed-mine">Mine, not saved yet</h3>
          <Made of={mine} from={from} />
        </section>
      </div>
      {canMerge && (
        <label className="ed-merged">
          <b>Both in one</b>{' '}
          {merged.clean
            ? 'The changes touch different words.'
            : 'The changes touch the same words: read it through.'}
          <textarea
            value={text}
            rows={4}
            maxLength={longestText}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      )}
    </Dialog>
  )
}
