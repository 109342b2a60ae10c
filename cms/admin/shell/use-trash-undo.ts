import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Records that were just put into the trash. */
type Trashed = { collection: string; ids: (number | string)[] }

const undoMs = 10_000

/**
 * Adds *Undo* to Payload's message about records that were put into the trash. Payload has no hook for it:
 * its requests are watched, and the message that follows a successful one gets the button.
 */
export function useTrashUndo(): void {
  const router = useRouter()
  useEffect(() => {
    const { fetch } = window
    const { success } = toast
    const undo = async (trashed: Trashed) => {
      const failed = await restore(trashed)
      if (failed) toast.error(failed)
      else toast.success('Back from the trash.')
      router.refresh()
    }
    window.fetch = async (...request) => {
      const response = await fetch(...request)
      const trashed = await trashedBy(request, response)
      if (trashed) {
        toast.success = (message, options) => {
          toast.success = success
          const action = { label: 'Undo', onClick: () => void undo(trashed) }
          return success(message, { ...options, duration: undoMs, action })
        }
      }
      return response
    }
    return () => {
      window.fetch = fetch
      toast.success = success
    }
  }, [router])
}

async function trashedBy(
  [target, options]: Parameters<typeof fetch>,
  response: Response,
): Promise<Trashed | null> {
  const { method, body } = options ?? {}
  if (method?.toUpperCase() !== 'PATCH' || !response.ok) return null
  if (typeof body !== 'string' || !/^\{"deletedAt":"[^"]+"\}$/.test(body)) return null
  const [, collection] = /\/api\/(\w+)/.exec(String(target)) ?? []
  const { doc, docs = [doc] } = await response.clone().json()
  return collection ? { collection, ids: docs.map(({ id }: { id: number }) => id) } : null
}

/** @returns why something could not be restored; null if everything was */
async function restore({ collection, ids }: Trashed): Promise<string | null> {
  for (const id of ids) {
    const response = await fetch(`/api/${collection}/${id}?trash=true`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deletedAt: null }),
    }).catch(() => null)
    if (!response?.ok) return 'Not restored. Look into the trash.'
  }
  return null
}
