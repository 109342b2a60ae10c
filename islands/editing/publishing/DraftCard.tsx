import type { KeyStatus } from '../../../cms/features/content/editing/contract.ts'
import { Changes } from '../../../cms/features/content/editing/ui/Changes.tsx'
import { idOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { publicPages } from '../../../cms/features/pages.ts'
import { ConfirmButton } from '../sheets/ConfirmButton.tsx'
import { Moment } from '../sheets/Moment.tsx'
import { discard } from './publishing-actions.ts'

type Props = {
  draft: KeyStatus
  page: string
  isChosen: boolean
  onChoose: (on: boolean) => void
  onDone: () => void
}

const addressOf = (draft: KeyStatus): string | null => {
  const [path] = Object.entries(publicPages).find(([, page]) => page === draft.page) ?? []
  return path ? `${path}#edit=${encodeURIComponent(idOf(draft))}` : null
}

/** One draft with its changes, author and schedule. */
export function DraftCard({ draft, page, isChosen, onChoose, onDone }: Props) {
  const label = textName(draft)
  const address = draft.page !== page && draft.page !== 'global' ? addressOf(draft) : null
  return (
    <li className="ed-card">
      <label className="ed-check">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <b>{label}</b>
      </label>
      <p className="ed-quiet">
        {draft.state === 'draft' ? 'first draft' : 'changed'}
        {draft.by && ` by ${draft.by}`}
        {draft.at && (
          <>
            , <Moment at={draft.at} />
          </>
        )}
        {draft.scheduled && (
          <>
            , goes live <Moment at={draft.scheduled.at} />
          </>
        )}
      </p>
      <Changes before={draft.live} after={draft.content_data} />
      <div className="ed-panel-actions">
        {address && (
          <a className="ui-button" data-kind="quiet" href={address} data-astro-reload>
            Go there
          </a>
        )}
        <ConfirmButton
          kind="quiet"
          aria-label={`Discard draft of ${label}`}
          question="Throw this draft away?"
          confirm={{
            label: 'Discard',
            kind: 'danger',
            run: () => void discard([draft]).then(onDone),
          }}
          cancelLabel="Keep"
        >
          Discard draft …
        </ConfirmButton>
      </div>
    </li>
  )
}
