'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { randomId } from '../../../islands/lib/random-id.ts'
import { call, errorMessage } from '../../admin/shell/call.ts'

/**
 * Books the request of a form after its confirmation. All requests of one form have the same key until one succeeds. So
 * a double click or a repetition after a lost reply books nothing twice.
 * @param path the call, below /api/
 * @param onBooked empties the form and returns the text of the toast
 * @returns `ask` opens the confirmation (`isAsking`), `stop` closes it, and `book` sends the request
 */
export function useBooking<Reply>(path: string, onBooked: (reply: Reply) => string) {
  const router = useRouter()
  const [key, setKey] = useState(randomId)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const book = async (body: object) => {
    setBusy(true)
    setProblem(null)
    try {
      const reply = await call<Reply>(path, { body: { key, ...body } })
      toast.success(onBooked(reply))
      setKey(randomId())
      setAsking(false)
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  const ask = () => {
    setProblem(null)
    setAsking(true)
  }
  return { isAsking, isBusy, problem, ask, stop: () => setAsking(false), book }
}
