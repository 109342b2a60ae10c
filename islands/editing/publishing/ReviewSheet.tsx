import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyStatus } from '../../../cms/features/content/editing/contract.ts'
import { pathOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { calls } from '../calls.ts'
import { Choices } from '../sheets/Choices.tsx'
import { Loaded, useQuery } from '../sheets/use-query.tsx'
import { $pageContext, $pageStatus, closeSheet } from '../state/editing-state.ts'
import { DraftCard } from './DraftCard.tsx'
import { ReviewActions } from './ReviewActions.tsx'
import { ScheduledList } from './ScheduledList.tsx'

// Maximum number of drafts in one publish request.
const maxDrafts = 500

const countOnSite = () => $pageStatus.get()?.drafts ?? 0
const countOnPage = () => {
  const { keys = [], page } = $pageStatus.get() ?? {}
  return keys.filter((key) => key.page === page && isDraft(key)).length
}
const isDraft = ({ state }: KeyStatus) => state === 'draft' || state === 'changed'

/** The drafts of this page or of the whole site. Staff publish, schedule or discard them. */
export function ReviewSheet() {
  const context = useStore($pageContext)
  useStore($pageStatus)
  const [isWholeSite, setWholeSite] = useState(() => countOnPage() === 0 && countOnSite() > 0)
  const [round, setRound] = useState(0)
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const query = useQuery(String(isWholeSite), () =>
    calls.drafts(isWholeSite ? null : (context?.page ?? null)),
  )
  if (!context) return null
  const drafts = query.reply?.drafts ?? []
  // Scheduled drafts are not chosen by default; all other drafts are.
  const isChosen = (draft: KeyStatus) => choices.get(pathOf(draft)) ?? !draft.scheduled
  const chosen = drafts.filter(isChosen)
  const onDone = () => {
    setRound(round + 1)
    setChoices(new Map())
    query.reload()
  }
  return (
    <Dialog
      title="Review and publish"
      onClose={closeSheet}
      footer={
        drafts.length > 0 && <ReviewActions chosen={chosen} user={context.user} onDone={onDone} />
      }
    >
      <Choices
        legend="Drafts of"
        options={[
          { value: false, label: <>This page {countOnPage()}</> },
          { value: true, label: <>Whole site {countOnSite()}</> },
        ]}
        chosen={isWholeSite}
        onChoose={setWholeSite}
      />
      <Loaded query={query}>
        {() => drafts.length === 0 && <p>No drafts: every text and picture you see is live.</p>}
      </Loaded>
      {drafts.length > 0 && (
        <label className="ed-check">
          <input
            type="checkbox"
            checked={chosen.length === drafts.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && chosen.length < drafts.length
            }}
            onChange={({ target }) =>
              setChoices(new Map(drafts.map((draft) => [pathOf(draft), target.checked])))
            }
          />
          All of them ({chosen.length} of {drafts.length} chosen)
        </label>
      )}
      {drafts.length >= maxDrafts && <p>These are the first {maxDrafts}; more come after them.</p>}
      <ul className="ed-list">
        {drafts.map((draft) => (
          <DraftCard
            key={pathOf(draft)}
            draft={draft}
            page={context.page}
            isChosen={isChosen(draft)}
            onChoose={(on) => setChoices(new Map([...choices, [pathOf(draft), on]]))}
            onDone={onDone}
          />
        ))}
      </ul>
      <DraftQuestions counts={query.reply?.questions ?? {}} />
      <ScheduledList page={isWholeSite ? null : context.page} round={round} onDone={onDone} />
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
