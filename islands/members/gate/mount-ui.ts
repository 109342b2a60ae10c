import type startIsland from '@astrojs/react/client.js'
import toastStyles from '../../ui/page-toasts.css?inline'
import dialogStyles from './dialogs/dialogs.css?inline'
import { GateUi } from './GateUi.tsx'

/** Mounts the gate's dialogs and toasts. They stay when the router replaces the page. */
export function mountGateUi(render: typeof startIsland): void {
  // The content security policy blocks style elements that are not part of the build.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${toastStyles}\n${dialogStyles}`)
  document.adoptedStyleSheets.push(sheet)
  const host = document.createElement('div')
  host.id = 'room-host'
  host.setAttribute('ssr', '')
  document.body.append(host)
  document.addEventListener('astro:after-swap', () => document.body.append(host))
  render(host)(GateUi, {}, {}, { client: 'only' })
}
