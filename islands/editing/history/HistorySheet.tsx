import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { textName } from '../../../cms/features/content/text-names.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { $keys, $pageContext, $sheet, closeSheet } from '../state/editing-state.ts'
import { KeyHistory } from './KeyHistory.tsx'
import { PageHistory } from './PageHistory.tsx'
import { PastPage } from './PastPage.tsx'

/** The history of a key, or of the page if `id` is null. */
export function HistorySheet({ id }: { id: string | null }) {
  const page = useStore($pageContext)?.page ?? ''
  const key = useStore($keys)[id ?? '']
  const [at, setAt] = useState<string | null>(null)
  if (at) return <PastPage at={at} onBack={() => setAt(null)} onClose={closeSheet} />
  return (
    <Dialog
      title={key ? `History of ${textName(key)}` : 'History of this page'}
      onClose={closeSheet}
    >
      {key ? (
        <>
          <KeyHistory entry={key} />
          <p>
            <Button kind="quiet" onClick={() => $sheet.set({ kind: 'history', id: null })}>
              History of the whole page
            </Button>
          </p>
        </>
      ) : (
        <PageHistory page={page} onChoose={setAt} />
      )}
    </Dialog>
  )
}
