import { useCallback, useEffect, useState } from 'react'
import { pollWhileVisible } from '../../../islands/lib/poll-while-visible.ts'
import { call, errorMessage } from '../../admin/shell/call.ts'
import type { ImportStanding } from '../imports/contract.ts'

const everyMs = 700
const isMoving = ({ state }: ImportStanding) =>
  state === 'receiving' || state === 'reading' || state === 'doing'

/**
 * How an import stands, asked again for as long as something happens.
 * @param first as the page was made with it
 */
export function useImport(first: ImportStanding) {
  const [standing, setStanding] = useState(first)
  const [fault, setFault] = useState<string | null>(null)
  const { id } = first
  const moves = isMoving(standing)
  const ask = useCallback(async () => {
    try {
      setStanding(await call<ImportStanding>(`newsletter/imports/${id}`))
      setFault(null)
    } catch (error) {
      setFault(errorMessage(error))
    }
  }, [id])
  useEffect(() => (moves ? pollWhileVisible(() => void ask(), everyMs) : undefined), [moves, ask])
  /** Has it carried out. */
  const begin = async (unstated: 'ask' | 'leave_out') => {
    try {
      setStanding(
        await call<ImportStanding>(`newsletter/imports/${id}/begin`, { body: { unstated } }),
      )
      setFault(null)
    } catch (error) {
      setFault(errorMessage(error))
      await ask()
    }
  }
  /** @returns whether it is thrown away */
  const drop = async (): Promise<boolean> => {
    try {
      await call(`newsletter/imports/${id}/drop`, { body: {} })
      return true
    } catch (error) {
      setFault(errorMessage(error))
      return false
    }
  }
  return { standing, fault, begin, drop }
}
