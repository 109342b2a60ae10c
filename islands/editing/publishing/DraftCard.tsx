import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { publicPages } from '../../../cms/content/routes.ts'
import type { KeyStatus } from '../../../cms/editing/contract.ts'
import { formatMoment } from '../../lib/format-time.ts'
import { Button } from '../../ui/Button.tsx'
import { Changes } from '../sheets/Changes.tsx'
import { idOf, longLabelOf } from '../state/content-keys.ts'
import { $reply } from '../state/editing-state.ts'
import { discard } from './publishing-actions.ts'

type Props = {
  draft: KeyStatus
  page: string
  chosen: boolean
  onChoose: (on: boolean) => void
  onDone: () => void
}

const addressOf = (draft: KeyStatus): string | null => {
  const [path] = Object.entries(publicPages).find(([, page]) => page === draft.page) ?? []
  return path ? `${path}#edit=${encodeURIComponent(idOf(draft))}` : null
}

/** One draft: what is live, what it says, whose it is. */
export function DraftCard({ draft, page, chosen, onChoose, onDone }: Props) {
  const timeZone = useStore($reply)?.timeZone ?? 'UTC'
  const [sure, setSure] = useState(false)
  const label = longLabelOf(draft, page)
  const elsewhere = draft.page !== page && draft.page !== 'global' ? addressOf(draft) : null
  return (
    <li className="ed-card">
      <label className="ed-check">
        <input
          type="checkbox"
          checked={chosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <b>{label}</b>
      </label>
      <p className="ed-quiet">
        {draft.state === 'draft' ? 'new' : 'changed'}
        {draft.by && ` by ${draft.by}`}
        {draft.at && (
          <>
            , <time dateTime={draft.at}>{formatMoment(draft.at, timeZone)}</time>
          </>
        )}
        {draft.scheduled && (
          <>
            , goes live{' '}
            <time dateTime={draft.scheduled.at}>{formatMoment(draft.scheduled.at, timeZone)}</time>
          </>
        )}
      </p>
      <Changes before={draft.live} after={draft.content_data} />
      <div className="ed-panel-actions">
        {elsewhere && (
          <a className="ui-button" data-kind="quiet" href={elsewhere} data-astro-reload>
            Go there
          </a>
        )}
        {sure ? (
          <>
            <span>Throw this draft away?</span>
            <Button kind="danger" onClick={() => void discard([draft]).then(onDone)}>
              Discard
            </Button>
            <Button onClick={() => setSure(false)}>Keep</Button>
          </>
        ) : (
          <Button
            kind="quiet"
            aria-label={`Discard draft of ${label}`}
            onClick={() => setSure(true)}
          >
            Discard draft …
          </Button>
        )}
      </div>
    </li>
  )
}
