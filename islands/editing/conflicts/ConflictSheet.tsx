import { useState } from 'react'
import { ChangesOrText } from '../../../cms/features/content/editing/ui/Changes.tsx'
import { isText } from '../../../cms/features/content/editing/ui/content-data.ts'
import { maxTextLength } from '../../../cms/features/content/rules.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { Moment } from '../sheets/Moment.tsx'
import type { Conflict } from '../state/editing-state.ts'

/** Asks which version of a key to save: ours, theirs, or for texts a merged version. */
export function ConflictSheet({ conflict }: { conflict: Conflict }) {
  const { mine, reply, label, resolve, takeTheirs, postpone } = conflict
  const { theirs, merged } = reply
  const start = reply.base ?? conflict.start
  const [text, setText] = useState(merged?.text ?? '')
  const canMerge = merged !== null && isText(mine) && isText(theirs.content_data)
  const isEdited = canMerge && text !== merged.text
  const leave = () => postpone(isEdited ? { ...mine, text } : mine)
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
          <Button onClick={takeTheirs}>Use theirs</Button>
          {canMerge && (
            <Button kind="strong" unavailable={text.length > maxTextLength} onClick={merge}>
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
            {theirs.by}, <Moment at={theirs.at} />
          </h3>
          <ChangesOrText data={theirs.content_data} base={start} />
        </section>
        <section aria-labelledby="ed-mine">
          <h3 id="ed-mine">Mine, not saved yet</h3>
          <ChangesOrText data={mine} base={start} />
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
            maxLength={maxTextLength}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      )}
    </Dialog>
  )
}
