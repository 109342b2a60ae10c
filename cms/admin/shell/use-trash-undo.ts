import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { restore, type Trashed, trashedBy } from './trash-undo.ts'
import { wrapFetch } from './wrap-fetch.ts'

const undoMs = 10_000
/** Payload shows its message at most this long after the response. */
const maxMessageDelayMs = 3000

/**
 * Adds *Undo* to Payload's message about records that were put into the trash. Payload has no hook for
 * this. So its requests are watched, and the first message after a successful request gets the button.
 */
export function useTrashUndo(): void {
  const router = useRouter()
  useEffect(() => {
    const { success } = toast
    const undo = async (trashed: Trashed) => {
      const missing = trashed.ids.length - (await restore(trashed))
      if (!missing) toast.success('Back from the trash.')
      else if (trashed.ids.length === 1) toast.error('Not restored. Look into the trash.')
      else toast.error(`${missing} of ${trashed.ids.length} not restored. Look into the trash.`)
      router.refresh()
    }
    const unwrap = wrapFetch(async (send, request) => {
      const response = await send(...request)
      const trashed = await trashedBy(request, response)
      if (trashed) {
        const reset = () => {
          toast.success = success
        }
        const resetTimer = setTimeout(reset, maxMessageDelayMs)
        toast.success = (message, options) => {
          clearTimeout(resetTimer)
          reset()
          const action = { label: 'Undo', onClick: () => void undo(trashed) }
          return success(message, { ...options, duration: undoMs, action })
        }
      }
      return response
    })
    return () => {
      unwrap()
      toast.success = success
    }
  }, [router])
}
