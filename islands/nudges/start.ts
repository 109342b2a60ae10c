import { whenLoaded } from '../navigation/when-loaded.ts'
import { channel, type Source } from './channel.ts'

/** Nothing of the nudges is loaded before, unless a message arrives. */
const loadAfterMs = 2_000

/** Listens for nudge messages. The code that handles them is loaded with the first one, or after the page. */
export function startNudges(): void {
  // A preview in a frame of the editor shows no nudges.
  if (self !== top) return
  const load = () => import('./nudges.ts')
  const listen =
    (source: Source) =>
    ({ data }: MessageEvent) =>
      void load().then(({ receive }) => receive(data, source), ignore)
  navigator.serviceWorker?.addEventListener('message', listen('service-worker-listener'))
  channel?.addEventListener('message', listen('service-worker-listener'))
  addEventListener('message', listen('window-listener'))
  whenLoaded(() => setTimeout(() => load().catch(ignore), loadAfterMs))
}

// Without a connection there is no nudge. The next page tries again.
const ignore = () => {}
