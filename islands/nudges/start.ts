import { whenLoaded } from '../navigation/when-loaded.ts'
import { ignore } from './ignore.ts'
import { loadWatch } from './load.ts'
import { channel } from './this-window.ts'

/** The code that watches for nudges is loaded this long after the page. A message loads it earlier. */
const watchAfterMs = 2_000

/** Listens for nudge messages, and watches for nudges from other sources after the page has loaded. */
export function startNudges(): void {
  // A preview in a frame of the editor shows no nudges.
  if (self !== top) return
  const listen = ({ data, currentTarget }: Event & { data?: unknown }): void => {
    loadWatch().then(({ receive }) => receive(data, currentTarget), ignore)
  }
  for (const target of [self, channel, navigator.serviceWorker]) {
    target?.addEventListener('message', listen)
  }
  whenLoaded(() => setTimeout(() => loadWatch().catch(ignore), watchAfterMs))
}
