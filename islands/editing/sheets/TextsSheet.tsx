import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyStatus } from '../../../cms/editing/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { keyElements } from '../page/page-keys.ts'
import { wordsOf } from '../state/content-data.ts'
import { idOf, longLabelOf } from '../state/content-keys.ts'
import { $place, $reply, $sheet, $toggles } from '../state/editing-state.ts'
import { modeOf } from '../state/modes.ts'
import { describeKey } from '../state/page-status.ts'
import { changeEdit } from '../state/switch-mode.ts'
import { openKey } from '../text/open-key.ts'

const open = (key: KeyStatus, isEditing: boolean) => {
  const id = idOf(key)
  if (!isEditing) {
    // The page comes back in edit mode, and opens what its address names.
    history.replaceState(history.state, '', `#edit=${encodeURIComponent(id)}`)
    changeEdit()
    return
  }
  $sheet.set(null)
  keyElements(id)[0]?.scrollIntoView({ block: 'center' })
  // The dialog gives the focus back first.
  setTimeout(() => openKey(id))
}

/** Every text and picture of the page, also what can't be seen on it: its title in the browser, say. */
export function TextsSheet() {
  const keys = useStore($reply)?.keys ?? []
  const page = useStore($place)?.page ?? ''
  const isEditing = modeOf(useStore($toggles)) === 'edit'
  const [wanted, setWanted] = useState('')
  const words = wanted.trim().toLowerCase()
  const found = keys.filter((key) =>
    `${longLabelOf(key, page)} ${wordsOf(key.content_data)}`.toLowerCase().includes(words),
  )
  return (
    <Dialog title="Texts and pictures" onClose={() => $sheet.set(null)} focus="input[type=search]">
      <label className="ed-choice">
        Find
        <input type="search" value={wanted} onChange={({ target }) => setWanted(target.value)} />
      </label>
      <p className="ed-quiet" role="status">
        {found.length} of {keys.length}
      </p>
      {!isEditing && <p className="ed-quiet">Choosing one turns edit mode on.</p>}
      <ul className="ed-list">
        {found.map((key) => (
          <li key={`${key.page}/${idOf(key)}`}>
            <Button kind="quiet" className="ed-row" onClick={() => open(key, isEditing)}>
              <b>{longLabelOf(key, page)}</b>
              <span>{wordsOf(key.content_data) || '(empty)'}</span>
              <small>{describeKey(idOf(key))}</small>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
