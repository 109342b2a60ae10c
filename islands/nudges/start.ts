import { whenLoaded } from '../navigation/when-loaded.ts'
import { channel, type Source } from './this-window.ts'

/** Nothing else of the nudges is loaded before, unless a message arrives. */
const watchAfterMs = 2_000

/** Listens for nudge messages, and watches for nudges from other sources after the page has loaded. */
export function startNudges(): void {
  // A preview in a frame of the editor shows no nudges.
  if (self !== top) return
  const load = () => import('./watch.ts')
  const listen =
    (source: Source) =>
    ({ data }: MessageEvent) => {
      load().then(({ receive }) => receive(data, source), ignore)
    }
  navigator.serviceWorker?.addEventListener('message', listen('service-worker-listener'))
  channel?.addEventListener('message', listen('service-worker-listener'))
  addEventListener('message', listen('window-listener'))
  whenLoaded(() => setTimeout(() => load().catch(ignore), watchAfterMs))
}

// Without a connection there is no nudge. The next document tries again.
const ignore = () => {}
