import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyStatus } from '../../cms/editing/contract.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { calls } from './calls.ts'
import { DraftCard } from './DraftCard.tsx'
import { ReviewActions } from './ReviewActions.tsx'
import { ScheduledList } from './ScheduledList.tsx'
import { $place, $sheet } from './state.ts'
import { useAsked } from './use-asked.ts'

export const nameOfDraft = ({ page, section, content_key }: KeyStatus): string =>
  `${page}/${section}/${content_key}`

/** What waits for a publisher: on this page or on the whole site. */
export function ReviewSheet() {
  const place = useStore($place)
  const [wide, setWide] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { reply, failed, again } = useAsked(String(wide), () =>
    calls.drafts(wide ? null : (place?.page ?? null)),
  )
  if (!place) return null
  const drafts = reply?.drafts ?? []
  const chosen = drafts.filter((draft) => !left.has(nameOfDraft(draft)))
  const choose = (draft: KeyStatus, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(nameOfDraft(draft))
    else next.add(nameOfDraft(draft))
    setLeft(next)
  }
  const chooseAll = (on: boolean) => setLeft(new Set(on ? [] : drafts.map(nameOfDraft)))
  return (
    <Dialog
      title="Review and publish"
      onClose={() => $sheet.set(null)}
      footer={
        drafts.length > 0 && <ReviewActions chosen={chosen} user={place.user} onDone={again} />
      }
    >
      <fieldset className="ed-modes">
        <legend className="ed-spoken">Drafts of</legend>
        <Button aria-pressed={!wide} onClick={() => setWide(false)}>
          This page
        </Button>
        <Button aria-pressed={wide} onClick={() => setWide(true)}>
          Whole site
        </Button>
      </fieldset>
      {failed && <Button onClick={again}>Try again</Button>}
      {!reply && !failed && <p role="status">Looking it up …</p>}
      {reply && drafts.length === 0 && <p>No drafts: everything you see is live.</p>}
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
      <ul className="ed-list">
        {drafts.map((draft) => (
          <DraftCard
            key={nameOfDraft(draft)}
            draft={draft}
            page={place.page}
            chosen={!left.has(nameOfDraft(draft))}
            onChoose={(on) => choose(draft, on)}
            onDone={again}
          />
        ))}
      </ul>
      <ScheduledList drafts={drafts} page={place.page} onDone={again} />
    </Dialog>
  )
}
