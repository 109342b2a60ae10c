import { readStored, writeStored } from '../../lib/storage.ts'
import { whenSettled } from '../saving/pending-saves.ts'
import { keepTyped } from '../text/open-key.ts'
import { $toggles } from './editing-state.ts'
import { cookieFor, type Mode, modeOf, type Toggles, toggleEdit, togglePreview } from './modes.ts'

const name = 'common-room-edit-before-preview'

/** What a visit of another page in an inner frame shows: the cookie decides for both. */
export const askFor = (mode: Mode): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = cookieFor(mode)
}

/** Takes over what the page was rendered in. */
export function openMode(mode: Mode): void {
  const before = readStored<boolean>('sessionStorage', name) === true
  $toggles.set({
    edit: mode === 'edit' || (mode === 'preview' && before),
    preview: mode === 'preview',
  })
}

// The server renders what a mode shows; the page comes back where it was.
function change(toggles: Toggles): void {
  keepTyped()
  writeStored('sessionStorage', name, toggles.edit || null)
  // What is on its way is waited for: its answer belongs to this page.
  void whenSettled().then(() => {
    askFor(modeOf(toggles))
    location.reload()
  })
}

export const changeEdit = (): void => change(toggleEdit($toggles.get()))
export const changePreview = (): void => change(togglePreview($toggles.get()))
