import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Changes } from '../../../cms/features/content/editing/ui/Changes.tsx'
import { parseId } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { formatMoment } from '../../../cms/platform/ui/format-time.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { calls, showFailure } from '../calls.ts'
import { finishPending, startPending, whenSettled } from '../saving/pending-saves.ts'
import { ConfirmButton } from '../sheets/ConfirmButton.tsx'
import { ScaledFrame } from '../sheets/ScaledFrame.tsx'
import { $pageContext, $timeZone, announce, canPublish } from '../state/editing-state.ts'
import { frameNames } from '../state/frame-names.ts'
import { refreshPageStatus } from '../state/page-status.ts'
import { type Difference, listDifferences, scrollToDifference } from './past-page-differences.ts'

type Props = { at: string; onBack: () => void; onClose: () => void }

/** The page as visitors saw it at an earlier time, with its differences from today's page. */
export function PastPage({ at, onBack, onClose }: Props) {
  const context = useStore($pageContext)
  const when = formatMoment(at, useStore($timeZone))
  const [differences, setDifferences] = useState<Difference[]>([])
  if (!context) return null
  const restore = async () => {
    await whenSettled()
    startPending()
    try {
      const { count } = await calls.restorePage({ page: context.page, at })
      if (count === 0) showToast({ title: 'Nothing reads differently: no draft was made.' })
      else {
        const what = count === 1 ? 'One draft reads' : `${count} drafts read`
        showToast({ title: 'Content Saved', description: `${what} as on ${when} now.` })
        announce('Saved as draft')
      }
      onClose()
    } catch (error) {
      showFailure(error)
    } finally {
      finishPending()
      void refreshPageStatus()
    }
  }
  return (
    <Dialog
      title={`The page on ${when}`}
      look="full"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onBack}>Other moments</Button>
          {canPublish(context.user) && (
            <ConfirmButton
              kind="strong"
              unavailable={differences.length === 0}
              question="Everything that read differently becomes a draft."
              confirm={{ label: 'Restore as drafts', kind: 'strong', run: () => void restore() }}
              cancelLabel="Keep today’s"
            >
              Restore the page …
            </ConfirmButton>
          )}
        </>
      }
    >
      <div className="ed-moment">
        <ScaledFrame
          name={frameNames.history}
          title={`The page as it was on ${when}`}
          address={`${location.pathname}?at=${encodeURIComponent(at)}`}
          width={1280}
          onLoad={(frame) => setDifferences(listDifferences(frame))}
        />
        <section className="ed-differences" aria-label="What reads differently today">
          <h3>What reads differently today</h3>
          <p role="status">
            {differences.length === 1 ? 'One text' : `${differences.length} texts`}
          </p>
          <ol className="ed-list">
            {differences.map((difference) => (
              <li key={difference.reactKey} className="ed-card">
                <Button kind="quiet" onClick={() => scrollToDifference(difference)}>
                  {difference.id ? textName(parseId(difference.id, context.page)) : 'picture'}
                </Button>
                <Changes before={{ text: difference.past }} after={{ text: difference.today }} />
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Dialog>
  )
}
