import type startIsland from '@astrojs/react/client.js'
import { adoptStyles } from '../../lib/adopt-styles.ts'
import toastStyles from '../../ui/page-toasts.css?inline'
import dialogStyles from './dialogs/dialogs.css?inline'
import { GateUi } from './GateUi.tsx'

/** Mounts the gate's dialogs and toasts. They stay when the router replaces the page. */
export function mountGateUi(render: typeof startIsland): void {
  adoptStyles(toastStyles, dialogStyles)
  const host = document.createElement('div')
  host.id = 'room-host'
  host.setAttribute('ssr', '')
  document.body.append(host)
  document.addEventListener('astro:after-swap', () => document.body.append(host))
  render(host)(GateUi, {}, {}, { client: 'only' })
}
