import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { replaceNextToast } from '../calls/next-toast.ts'
import { wrapFetch } from '../calls/wrap-fetch.ts'
import { restore, type Trashed, trashedBy } from './trash-undo.ts'

const undoMs = 10_000

/** Adds *Undo* to Payload's message about records that were put into the trash. */
export function useTrashUndo(): void {
  const router = useRouter()
  useEffect(() => {
    const undo = async (trashed: Trashed) => {
      const missing = trashed.ids.length - (await restore(trashed))
      if (!missing) toast.success('Back from the trash.')
      else if (trashed.ids.length === 1) toast.error('Not restored. Look into the trash.')
      else toast.error(`${missing} of ${trashed.ids.length} not restored. Look into the trash.`)
      router.refresh()
    }
    return wrapFetch(async (send, request) => {
      const response = await send(...request)
      const trashed = await trashedBy(request, response)
      if (trashed) {
        replaceNextToast('success', (usual, message, options) => {
          const action = { label: 'Undo', onClick: () => void undo(trashed) }
          return usual(message, { ...options, duration: undoMs, action })
        })
      }
      return response
    })
  }, [router])
}
