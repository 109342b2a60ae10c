import { presenceEveryMs } from '../../../cms/features/content/editing/rules.ts'
import { thisTab } from '../../../cms/platform/ui/live-tabs.ts'
import { pollWhileVisible } from '../../../cms/platform/ui/poll-while-visible.ts'
import { calls } from '../calls.ts'
import { $openText, $otherEditors, $pageContext, $sheet } from './editing-state.ts'

const openKeyId = () => {
  const sheet = $sheet.get()
  return $openText.get()?.id ?? (sheet?.kind === 'picture' ? sheet.id : null)
}

async function report(openKey = openKeyId(), isLeaving = false): Promise<void> {
  const page = $pageContext.get()?.page
  if (!page) return
  try {
    const { others } = await calls.presence({ tab: thisTab, page, place: openKey }, isLeaving)
    $otherEditors.set(others)
  } catch {
    // No retry: the next report follows in a few seconds.
  }
}

/** Reports this tab's page and open key every few seconds and when a key opens or closes. */
export function reportPresence(): void {
  pollWhileVisible(() => void report(), presenceEveryMs)
  $openText.listen((openText, before) => {
    if (openText?.id !== before?.id) void report()
  })
  $sheet.listen((sheet, before) => {
    if (sheet?.kind === 'picture' || before?.kind === 'picture') void report()
  })
  addEventListener('pagehide', () => void report(null, true))
}
