import { useStore } from '@nanostores/react'
import { plainText } from '../../../cms/features/content/editing/ui/content-data.ts'
import { parseId } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { $isEditing, $openText } from '../state/editing-state.ts'
import { toggleEditMode } from '../state/switch-mode.ts'
import { reopenUnsaved } from '../text/open-key.ts'
import type { Unsaved } from './unsaved.ts'
import { $unsaved, removeUnsaved } from './unsaved-store.ts'

/** Offers to continue or discard unsaved changes. */
export function UnsavedNotice({ page }: { page: string }) {
  const unsaved = useStore($unsaved)
  const openText = useStore($openText)
  const isEditing = useStore($isEditing)
  const waiting = unsaved.filter(
    (each) => !each.sent && !each.discarded && (each.page !== page || each.id !== openText?.id),
  )
  return waiting.map((each) => {
    const label = textName(parseId(each.id, each.page))
    return (
      <div className="ed-notice ed-unsaved" key={`${each.page}/${each.id}`}>
        <p>
          <b>Not saved:</b> {label} – “{plainText(each.data).slice(0, 60)}”
        </p>
        {each.page === page && isEditing ? (
          <Button aria-label={`Go on with ${label}`} onClick={() => reopenUnsaved(each)}>
            Go on
          </Button>
        ) : (
          <LinkToPage unsaved={each} page={page} />
        )}
        <Button kind="quiet" aria-label={`Throw away ${label}`} onClick={() => removeUnsaved(each)}>
          Throw away
        </Button>
      </div>
    )
  })
}

function LinkToPage({ unsaved, page }: { unsaved: Unsaved; page: string }) {
  if (unsaved.page === page) return <Button onClick={toggleEditMode}>Edit to go on</Button>
  return (
    <a className="ui-button" href={unsaved.path}>
      Go there
    </a>
  )
}
