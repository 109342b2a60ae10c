import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyStatus } from '../../../cms/editing/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { calls } from '../calls.ts'
import { Unread } from '../sheets/LoadFailed.tsx'
import { useAsked } from '../sheets/use-query.ts'
import { $place, $reply, $sheet } from '../state/editing-state.ts'
import { DraftCard } from './DraftCard.tsx'
import { ReviewActions } from './ReviewActions.tsx'
import { ScheduledList } from './ScheduledList.tsx'

// As many as one request publishes.
const mostShown = 500

export const nameOfDraft = ({ page, section, content_key }: KeyStatus): string =>
  `${page}/${section}/${content_key}`

const countAll = () => $reply.get()?.drafts ?? 0
const countHere = () => {
  const { keys = [], page } = $reply.get() ?? {}
  return keys.filter((key) => key.page === page && isDraft(key)).length
}
const isDraft = ({ state }: KeyStatus) => state === 'draft' || state === 'changed'

/** What waits for a publisher: on this page or on the whole site. */
export function ReviewSheet() {
  const place = useStore($place)
  useStore($reply)
  // Opened where there is nothing to review, it shows where there is.
  const [wide, setWide] = useState(() => countHere() === 0 && countAll() > 0)
  const [round, setRound] = useState(0)
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { reply, failed, again } = useAsked(String(wide), () =>
    calls.drafts(wide ? null : (place?.page ?? null)),
  )
  if (!place) return null
  const drafts = reply?.drafts ?? []
  // What has a time of its own is not published with the rest, unless it is chosen.
  const isChosen = (draft: KeyStatus) => changed.get(nameOfDraft(draft)) ?? !draft.scheduled
  const chosen = drafts.filter(isChosen)
  const choose = (draft: KeyStatus, on: boolean) =>
    setChanged(new Map([...changed, [nameOfDraft(draft), on]]))
  const chooseAll = (on: boolean) =>
    setChanged(new Map(drafts.map((draft) => [nameOfDraft(draft), on])))
  const done = () => {
    setRound(round + 1)
    setChanged(new Map())
    again()
  }
  return (
    <Dialog
      title="Review and publish"
      onClose={() => $sheet.set(null)}
      footer={
        drafts.length > 0 && <ReviewActions chosen={chosen} user={place.user} onDone={done} />
      }
    >
      <fieldset className="ed-modes">
        <legend className="ed-spoken">Drafts of</legend>
        <Button aria-pressed={!wide} onClick={() => setWide(false)}>
          This page {countHere()}
        </Button>
        <Button aria-pressed={wide} onClick={() => setWide(true)}>
          Whole site {countAll()}
        </Button>
      </fieldset>
      {failed && <Unread again={again} />}
      {!reply && !failed && <p role="status">Looking it up …</p>}
      {reply && drafts.length === 0 && <p>No drafts: every text and picture you see is live.</p>}
      {drafts.length > 0 && (
        <label className="ed-check">
          <input
            type="checkbox"
            checked={chosen.length === drafts.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && chosen.length < drafts.length
            }}
            onChange={({ target }) => chooseAll(target.checked)}
          />
          All of them ({chosen.length} of {drafts.length} chosen)
        </label>
      )}
      {drafts.length >= mostShown && <p>These are the first {mostShown}; more come after them.</p>}
      <ul className="ed-list">
        {drafts.map((draft) => (
          <DraftCard
            key={nameOfDraft(draft)}
            draft={draft}
            page={place.page}
            chosen={isChosen(draft)}
            onChoose={(on) => choose(draft, on)}
            onDone={done}
          />
        ))}
      </ul>
      <DraftQuestions counts={reply?.questions ?? {}} />
      <ScheduledList page={wide ? null : place.page} round={round} onDone={done} />
    </Dialog>
  )
}

function DraftQuestions({ counts }: { counts: Record<string, number> }) {
  return Object.entries(counts).map(([page, count]) => (
    <p key={page}>
      {count === 1 ? 'One question' : `${count} questions`} of {page.replaceAll('_', ' ')}{' '}
      {count === 1 ? 'is' : 'are'} in draft too:{' '}
      <a href={`/cms/faq/${page}`} data-astro-reload>
        review and publish {count === 1 ? 'it' : 'them'} there
      </a>
      .
    </p>
  ))
}
