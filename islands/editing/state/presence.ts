import { presenceEveryMs } from '../../../cms/editing/rules.ts'
import { pollWhileVisible } from '../../lib/poll-while-visible.ts'
import { calls } from '../calls.ts'
import { thisTab } from '../unsaved/live-tabs.ts'
import { $open, $others, $place, $sheet } from './editing-state.ts'

const openPlace = () => {
  const sheet = $sheet.get()
  return $open.get()?.id ?? (sheet?.kind === 'picture' ? sheet.id : null)
}

async function tell(place = openPlace(), leaving = false): Promise<void> {
  const page = $place.get()?.page
  if (!page) return
  try {
    const { others } = await calls.presence({ tab: thisTab, page, place }, leaving)
    $others.set(others)
  } catch {
    // Who else is there is said again in a few seconds.
  }
}

/** Says where this tab is, every few seconds and whenever a key opens or closes. */
export function keepPresent(): () => void {
  const stops = [
    pollWhileVisible(() => void tell(), presenceEveryMs),
    $open.listen((open, before) => {
      if (open?.id !== before?.id) void tell()
    }),
    $sheet.listen((sheet, before) => {
      if (sheet?.kind === 'picture' || before?.kind === 'picture') void tell()
    }),
  ]
  const leave = () => void tell(null, true)
  addEventListener('pagehide', leave)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('pagehide', leave)
  }
}
