import type startIsland from '@astrojs/react/client.js'
import toastStyles from '../../ui/page-toasts.css?inline'
import dialogStyles from './dialogs/dialogs.css?inline'
import { RoomApp } from './GateUi.tsx'

/** Puts the gate's dialogs and toasts over this page and over every page the router puts in its place. */
export function mountRoom(show: typeof startIsland): void {
  // The policy of pages lets no style element in that the build did not make.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${toastStyles}\n${dialogStyles}`)
  document.adoptedStyleSheets.push(sheet)
  const host = document.createElement('div')
  host.id = 'room-host'
  host.setAttribute('ssr', '')
  document.body.append(host)
  document.addEventListener('astro:after-swap', () => document.body.append(host))
  show(host)(RoomApp, {}, {}, { client: 'only' })
}
