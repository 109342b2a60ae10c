import { useState } from 'react'
import { CallError, callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import type { ChangeReply, SheetBooking } from '../evening/contract.ts'
import type { SheetAction } from '../evening/rules.ts'
import { nameOf } from './texts.ts'

/** What each action did, and the action that takes it back. */
const done: Record<SheetAction, { text: string; back: SheetAction | null }> = {
  seat: { text: 'is seated', back: 'unseat' },
  unseat: { text: 'is not seated', back: null },
  move: { text: 'moved', back: 'move' },
  late: { text: 'is late', back: 'late' },
  finish: { text: 'has left', back: 'unfinish' },
  unfinish: { text: 'is still here', back: null },
  no_show: { text: 'did not come', back: 'undo_no_show' },
  undo_no_show: { text: 'is expected again', back: null },
  cancel: { text: 'was cancelled', back: null },
}

type Undo = { text: string; run: () => void }
/** `anyway`: does it nevertheless, if what speaks against it is only a warning. */
type Problem = { text: string; anyway: (() => void) | null }

/** Changes bookings, one at a time, and offers to take back the last change. */
export function useChanges(read: () => Promise<void>) {
  const [undo, setUndo] = useState<Undo | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async (
    { id, version }: { id: number; version: number },
    action: SheetAction,
    more: object,
  ) => {
    setBusy(true)
    setProblem(null)
    try {
      const body = { booking: id, version, action, ...more }
      return (await callApi<ChangeReply>('evening/change', { body })).booking
    } catch (error) {
      const isWarning = error instanceof CallError && error.code === 'occupied'
      const repeat = () => void send({ id, version }, action, { ...more, anyway: true })
      setProblem({ text: errorMessage(error), anyway: isWarning ? repeat : null })
      return null
    } finally {
      await read()
      setBusy(false)
    }
  }

  const change = async (
    booking: SheetBooking,
    action: SheetAction,
    more: object = {},
  ): Promise<boolean> => {
    setUndo(null)
    const changed = await send(booking, action, more)
    if (!changed) return false
    const { text, back } = done[action]
    // A party that had no table can’t be moved back to none.
    if (back && !(back === 'move' && !booking.tables.length)) {
      const before = {
        ...(back === 'move' && { tables: booking.tables, time: booking.time }),
        ...(back === 'late' && { minutes: booking.late_minutes }),
      }
      setUndo({
        text: `${nameOf(booking)} ${text}.`,
        run: () => {
          setUndo(null)
          void send(changed, back, before)
        },
      })
    }
    return true
  }
  return { undo, problem, isBusy, change, clear: () => setProblem(null) }
}
