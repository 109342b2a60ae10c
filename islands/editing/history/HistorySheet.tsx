import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { longLabelOf } from '../state/content-keys.ts'
import { $keys, $place, $sheet } from '../state/editing-state.ts'
import { KeyHistory } from './KeyHistory.tsx'
import { PageHistory } from './PageHistory.tsx'
import { Moment } from './PastPage.tsx'

/** What a text was, or what the page was, and the way back. */
export function HistorySheet({ id }: { id: string | null }) {
  const page = useStore($place)?.page ?? ''
  const key = useStore($keys)[id ?? '']
  const [at, setAt] = useState<string | null>(null)
  const close = () => $sheet.set(null)
  if (at) return <Moment at={at} onBack={() => setAt(null)} onClose={close} />
  return (
    <Dialog
      title={key ? `History of ${longLabelOf(key, page)}` : 'History of this page'}
      onClose={close}
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
        <PageHistory page={page} onMoment={setAt} />
      )}
    </Dialog>
  )
}
