import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyStatus } from '../../../cms/features/content/editing/contract.ts'
import { plainText } from '../../../cms/features/content/editing/ui/content-data.ts'
import { idOf, pathOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { describeKey } from '../page/mark-keys.ts'
import { keyElements } from '../page/page-keys.ts'
import { $isEditing, $pageStatus, closeSheet } from '../state/editing-state.ts'
import { toggleEditMode } from '../state/switch-mode.ts'
import { openKey } from '../text/open-key.ts'

const open = (key: KeyStatus, isEditing: boolean) => {
  const id = idOf(key)
  if (!isEditing) {
    // The page reloads in edit mode and then opens the key in its address.
    history.replaceState(history.state, '', `#edit=${encodeURIComponent(id)}`)
    toggleEditMode()
    return
  }
  closeSheet()
  keyElements(id)[0]?.scrollIntoView({ block: 'center' })
  // Runs after the dialog has returned the focus.
  setTimeout(() => openKey(id))
}

/** Every text and picture of the page, including those that are not visible, such as the page's title. */
export function TextsSheet() {
  const keys = useStore($pageStatus)?.keys ?? []
  const isEditing = useStore($isEditing)
  const [search, setSearch] = useState('')
  const term = search.trim().toLowerCase()
  const found = keys.filter((key) =>
    `${textName(key)} ${plainText(key.content_data)}`.toLowerCase().includes(term),
  )
  return (
    <Dialog title="Texts and pictures" onClose={closeSheet} focus="input[type=search]">
      <label className="ed-choice">
        Find
        <input type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      </label>
      <p className="ed-quiet" role="status">
        {found.length} of {keys.length}
      </p>
      {!isEditing && <p className="ed-quiet">Choosing one turns edit mode on.</p>}
      <ul className="ed-list">
        {found.map((key) => (
          <li key={pathOf(key)}>
            <Button kind="quiet" className="ed-row" onClick={() => open(key, isEditing)}>
              <b>{textName(key)}</b>
              <span>{plainText(key.content_data) || '(empty)'}</span>
              <small>{describeKey(idOf(key))}</small>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
