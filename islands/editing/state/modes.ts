import { editCookie } from '../../../cms/editing/rules.ts'

/** What the two toggles say. */
export type Toggles = { edit: boolean; preview: boolean }
/** What the page shows: what is live, the newest drafts to edit, or the same to look at. */
export type Mode = 'view' | 'edit' | 'preview'

/** Turning edit mode on or off turns preview off. Source: spec section 4. */
export const toggleEdit = ({ edit }: Toggles): Toggles => ({ edit: !edit, preview: false })
export const togglePreview = ({ edit, preview }: Toggles): Toggles => ({ edit, preview: !preview })

export function modeOf({ edit, preview }: Toggles): Mode {
  if (preview) return 'preview'
  return edit ? 'edit' : 'view'
}

/** The cookie as a browser takes it; without one the page shows what is live. */
export const cookieFor = (mode: Mode): string =>
  mode === 'view'
    ? `${editCookie}=; path=/; SameSite=Lax; Max-Age=0`
    : `${editCookie}=${mode}; path=/; SameSite=Lax`
