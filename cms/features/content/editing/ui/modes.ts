import { editCookie } from '../rules.ts'

export type Toggles = { edit: boolean; preview: boolean }
/** `view`: the live page; `edit`: the newest drafts, editable; `preview`: the newest drafts. */
export type Mode = 'view' | 'edit' | 'preview'

/** Turning edit mode on or off turns preview off. Source: spec section 4. */
export const toggleEdit = ({ edit }: Toggles): Toggles => ({ edit: !edit, preview: false })
export const togglePreview = ({ edit, preview }: Toggles): Toggles => ({ edit, preview: !preview })

export function modeOf({ edit, preview }: Toggles): Mode {
  if (preview) return 'preview'
  return edit ? 'edit' : 'view'
}

/** The cookie that makes the server render a mode; `view` deletes it. */
export const cookieFor = (mode: Mode): string =>
  mode === 'view'
    ? `${editCookie}=; path=/; SameSite=Lax; Max-Age=0`
    : `${editCookie}=${mode}; path=/; SameSite=Lax`
