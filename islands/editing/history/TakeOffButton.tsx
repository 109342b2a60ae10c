import { useStore } from '@nanostores/react'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { $keys, $pageContext, $sheet, canPublish, isLive } from '../state/editing-state.ts'

/** Opens the sheet that takes a key off the page. Only publishers see the button, and only for a published key. */
export function TakeOffButton({ id }: { id: string }) {
  const entry = useStore($keys)[id]
  const user = useStore($pageContext)?.user
  if (!entry?.revision || !isLive(entry) || !user || !canPublish(user)) return null
  return (
    <Button
      kind="quiet"
      aria-haspopup="dialog"
      onClick={() => $sheet.set({ kind: 'take-off', id })}
    >
      Take off the page
    </Button>
  )
}
