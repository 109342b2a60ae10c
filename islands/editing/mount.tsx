import type startIsland from '@astrojs/react/client.js'
import type { StaffPerson } from '../../cms/staff/contract.ts'
import uiStyles from '../ui/ui.css?inline'
import barStyles from './bar/bar.css?inline'
import { leaveConflicts } from './conflicts/conflict-queue.ts'
import { EditingApp } from './EditingApp.tsx'
import pageStyles from './page/page.css?inline'
import { barId, focusBar, hostId, listenToPage, openFromAddress } from './page/page-input.ts'
import sheetStyles from './sheets/sheets.css?inline'
import { $keys, $open, $others, $place, $reply, $sheet } from './state/editing-state.ts'
import type { Mode } from './state/modes.ts'
import { keepRefreshed, markKeys, refresh } from './state/page-status.ts'
import { keepPresent } from './state/presence.ts'
import { openMode } from './state/switch-mode.ts'
import editorStyles from './text/editor.css?inline'
import { keepTyped } from './text/open-key.ts'
import { followOtherTabs, openStack } from './undo/undo-store.ts'
import { openUnsaved } from './unsaved/unsaved-store.ts'

const styles = [uiStyles, pageStyles, barStyles, editorStyles, sheetStyles]

/**
 * Shows the bar on this page and on every page that the router puts in its place.
 * @param show what starts visitors' islands too
 */
export function mountEditing(show: typeof startIsland): void {
  // The policy of pages lets no style element in that the build did not make.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles.join('\n'))
  document.adoptedStyleSheets.push(sheet)
  const host = document.createElement('div')
  host.id = hostId
  listenToPage()
  followOtherTabs()
  openPage(host)
  $keys.listen(markKeys)
  $others.listen(markKeys)
  host.setAttribute('ssr', '')
  show(host)(EditingApp, {}, {}, { client: 'only' })
  keepPresent()
  keepRefreshed()
  addEventListener('pagehide', keepTyped)
  document.addEventListener('astro:before-swap', leavePage)
  document.addEventListener('astro:after-swap', () => {
    openPage(host)
    void refresh().then(openFromAddress)
  })
  const stop = $reply.listen((reply) => {
    if (!reply) return
    stop()
    openFromAddress()
  })
}

function openPage(host: HTMLElement): void {
  const element = document.querySelector<HTMLElement>('#editing')
  const { page, mode, user } = element?.dataset ?? {}
  if (!page || !user) {
    $place.set(null)
    return
  }
  const person = JSON.parse(user) as StaffPerson
  document.body.append(host)
  linkToBar()
  openStack(person.id)
  void openUnsaved(person.id)
  openMode((mode ?? 'view') as Mode)
  $place.set({ page, user: person })
  markKeys()
}

function leavePage(): void {
  keepTyped()
  leaveConflicts()
  $open.set(null)
  $sheet.set(null)
  $reply.set(null)
  $place.set(null)
}

// Beside the page's own way past the menu.
function linkToBar(): void {
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
