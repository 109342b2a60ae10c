import {
  cookieFor,
  type Mode,
  modeOf,
  type Toggles,
  toggleEdit,
  togglePreview,
} from '../../../cms/features/content/editing/ui/modes.ts'
import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { whenSettled } from '../saving/pending-saves.ts'
import { storeOpenText } from '../text/open-key.ts'
import { $toggles } from './editing-state.ts'

const storageKey = 'common-room-edit-before-preview'

/** Sets the mode of the next page load, in this window and in its iframes. */
export const setModeCookie = (mode: Mode): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = cookieFor(mode)
}

/** Sets the toggles to the mode that the page was rendered in. */
export function initMode(mode: Mode): void {
  const wasEditing = readStored<boolean>('sessionStorage', storageKey) === true
  $toggles.set({
    edit: mode === 'edit' || (mode === 'preview' && wasEditing),
    preview: mode === 'preview',
  })
}

function reloadWith(toggles: Toggles): void {
  storeOpenText()
  writeStored('sessionStorage', storageKey, toggles.edit || null)
  // This page must handle the replies of pending saves before the reload.
  void whenSettled().then(() => {
    setModeCookie(modeOf(toggles))
    location.reload()
  })
}

export const toggleEditMode = (): void => reloadWith(toggleEdit($toggles.get()))
export const togglePreviewMode = (): void => reloadWith(togglePreview($toggles.get()))
