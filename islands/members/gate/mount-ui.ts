import type startIsland from '@astrojs/react/client.js'
import toastStyles from '../../ui/page-toasts.css?inline'
import dialogStyles from './dialogs/dialogs.css?inline'
import { GateUi } from './GateUi.tsx'

/** Mounts the gate's dialogs and toasts, which stay when the router exchanges the page. */
export function mountGateUi(render: typeof startIsland): void {
  // The Content-Security-Policy allows no style element that the build did not write.
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
