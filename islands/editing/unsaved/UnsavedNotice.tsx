import { useStore } from '@nanostores/react'
import { Button } from '../../ui/Button.tsx'
import { wordsOf } from '../state/content-data.ts'
import { labelOf, parseId } from '../state/content-keys.ts'
import { $open, $toggles } from '../state/editing-state.ts'
import { modeOf } from '../state/modes.ts'
import { changeEdit } from '../state/switch-mode.ts'
import { openAgain } from '../text/open-key.ts'
import type { Unsaved } from './unsaved.ts'
import { $unsaved, forget } from './unsaved-store.ts'

/** Offers what was typed and never saved, where it was typed. */
export function UnsavedNotice({ page }: { page: string }) {
  const unsaved = useStore($unsaved)
  const open = useStore($open)
  const isEditing = modeOf(useStore($toggles)) === 'edit'
  const waiting = unsaved.filter(
    (each) => !each.sent && (each.page !== page || each.id !== open?.id),
  )
  return waiting.map((each) => {
    const label = labelOf(parseId(each.id, each.page))
    return (
      <div className="ed-notice ed-unsaved" key={`${each.page}/${each.id}`}>
        <p>
          <b>Not saved:</b> {label} – “{wordsOf(each.data).slice(0, 60)}”
        </p>
        {each.page === page && isEditing ? (
          <Button aria-label={`Go on with ${label}`} onClick={() => openAgain(each)}>
            Go on
          </Button>
        ) : (
          <WayThere unsaved={each} page={page} />
        )}
        <Button kind="quiet" aria-label={`Throw away ${label}`} onClick={() => forget(each)}>
          Throw away
        </Button>
      </div>
    )
  })
}

function WayThere({ unsaved, page }: { unsaved: Unsaved; page: string }) {
  if (unsaved.page === page) return <Button onClick={changeEdit}>Edit to go on</Button>
  return (
    <a className="ui-button" href={unsaved.path}>
      Go there
    </a>
  )
}
