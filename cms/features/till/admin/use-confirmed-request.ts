'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { randomId } from '../../../platform/ui/random-id.ts'

/**
 * Sends the request of a form once somebody has confirmed it in a dialog. All requests of one form have the same key
 * until one succeeds. So a double click or a repetition after a lost reply books nothing twice.
 * @param path the call, below /api/
 * @param onSuccess empties the form and returns the text of the toast
 * @returns `askToConfirm` opens the dialog, `isConfirming` says that it is open, `cancel` closes it, `send` sends the
 *   request
 */
export function useConfirmedRequest<Reply>(path: string, onSuccess: (reply: Reply) => string) {
  const router = useRouter()
  const [key, setKey] = useState(randomId)
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (body: object) => {
    setBusy(true)
    setProblem(null)
    try {
      const reply = await callApi<Reply>(path, { body: { key, ...body } })
      toast.success(onSuccess(reply))
      setKey(randomId())
      setConfirming(false)
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  const askToConfirm = () => {
    setProblem(null)
    setConfirming(true)
  }
  return { isConfirming, isBusy, problem, askToConfirm, cancel: () => setConfirming(false), send }
}
