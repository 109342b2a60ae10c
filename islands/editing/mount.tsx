import type startIslandType from '@astrojs/react/client.js'
import type { Mode } from '../../cms/features/content/editing/ui/modes.ts'
import type { StaffPerson } from '../../cms/platform/staff/contract.ts'
import uiStyles from '../../cms/platform/ui/ui.css?inline'
import barStyles from './bar/bar.css?inline'
import { postponeConflicts } from './conflicts/conflict-queue.ts'
import { EditingApp } from './EditingApp.tsx'
import { markKeys } from './page/mark-keys.ts'
import pageStyles from './page/page.css?inline'
import { barId, focusBar, hostId, listenToPage, openFromAddress } from './page/page-input.ts'
import sheetStyles from './sheets/sheets.css?inline'
import {
  $keys,
  $openText,
  $otherEditors,
  $pageContext,
  $pageStatus,
  $sheet,
} from './state/editing-state.ts'
import { pollPageStatus, refreshPageStatus } from './state/page-status.ts'
import { reportPresence } from './state/presence.ts'
import { initMode } from './state/switch-mode.ts'
import editorStyles from './text/editor.css?inline'
import { storeOpenText } from './text/open-key.ts'
import { loadUndoStack, syncUndoWithOtherTabs } from './undo/undo-store.ts'
import { loadUnsaved } from './unsaved/unsaved-store.ts'

type StartIsland = typeof startIslandType

const styles = [uiStyles, pageStyles, barStyles, editorStyles, sheetStyles]

/** @param startIsland Astro's function that starts a React island; visitors' islands use it too */
export function mountEditing(startIsland: StartIsland): void {
  // The content security policy blocks style elements that are not part of the build.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles.join('\n'))
  document.adoptedStyleSheets.push(sheet)
  const host = document.createElement('div')
  host.id = hostId
  listenToPage()
  syncUndoWithOtherTabs()
  attachToPage(host)
  $keys.listen(markKeys)
  $otherEditors.listen(markKeys)
  host.setAttribute('ssr', '')
  startIsland(host)(EditingApp, {}, {}, { client: 'only' })
  reportPresence()
  pollPageStatus()
  addEventListener('pagehide', storeOpenText)
  document.addEventListener('astro:before-swap', detachFromPage)
  document.addEventListener('astro:after-swap', () => {
    attachToPage(host)
    void refreshPageStatus().then(openFromAddress)
  })
  const stop = $pageStatus.listen((reply) => {
    if (!reply) return
    stop()
    openFromAddress()
  })
}

function attachToPage(host: HTMLElement): void {
  const element = document.querySelector<HTMLElement>('#editing')
  const { page, mode, user } = element?.dataset ?? {}
  if (!page || !user) {
    $pageContext.set(null)
    return
  }
  const person = JSON.parse(user) as StaffPerson
  document.body.append(host)
  addSkipLink()
  loadUndoStack(person.id)
  void loadUnsaved(person.id)
  initMode((mode ?? 'view') as Mode)
  $pageContext.set({ page, user: person })
  markKeys()
}

function detachFromPage(): void {
  storeOpenText()
  postponeConflicts()
  $openText.set(null)
  $sheet.set(null)
  $pageStatus.set(null)
  $pageContext.set(null)
}

// Inserts the link after the page's own skip link.
function addSkipLink(): void {
  const link = document.createElement('a')
  link.className = 'skip'
  link.href = `#${barId}`
  link.textContent = 'Skip to the editing bar'
  link.addEventListener('click', (event) => {
    event.preventDefault()
    focusBar()
  })
  const first = document.querySelector('body > .skip')
  if (first) first.after(link)
  else document.body.prepend(link)
}
