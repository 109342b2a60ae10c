import { useState } from 'react'
import { CallError, callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { AdminDialog } from '../../../platform/admin/shell/AdminDialog.tsx'
import { areaName } from '../../venue/names.ts'
import type { ChangeReply, HitsReply, TellReply } from '../evening/contract.ts'

type Props = { id: number; isOfTables: boolean; onClose: () => void; onDone: () => Promise<void> }

const toldText = ({ guests, without }: TellReply) =>
  `${guests || 'Nobody new'} told by mail${without ? `, ${without} without an address: call them` : ''}.`

/** The bookings that a closure hits, with other times. Guests are told only once staff confirm. */
export function ClosureDialog(props: Props) {
  const [said, setSaid] = useState<{ text: string; reads: number }>({ text: '', reads: 0 })
  const again = (text: string) => setSaid(({ reads }) => ({ text, reads: reads + 1 }))
  return <Hits key={said.reads} {...props} said={said.text} onAgain={again} />
}

type HitsProps = Props & { said: string; onAgain: (said: string) => void }

function Hits({ id, isOfTables, onClose, onDone, said, onAgain }: HitsProps) {
  const { reply, problem: missing } = useReply<HitsReply>(`evening/hits?closure=${id}`)
  const { isBusy, problem, call } = useCall()
  const [isMoving, setMoving] = useState(false)
  const hits = reply?.hits ?? []
  const finish = async (done: unknown) => {
    if (!done) return
    await onDone()
    onClose()
  }
  const movable = isOfTables ? hits.filter(({ status }) => status === 'expected') : []
  // One after the other, because each takes the best table that is left. Guests need not be told.
  const moveAll = async () => {
    setMoving(true)
    let moved = 0
    let problemNow = ''
    for (const { id: booking, version, time } of movable) {
      const body = { booking, version, time, action: 'move' }
      try {
        await callApi<ChangeReply>('evening/change', { body })
        moved += 1
      } catch (error) {
        const hasNone = error instanceof CallError && error.code === 'no_other_table'
        if (!hasNone) problemNow = errorMessage(error)
      }
    }
    await onDone()
    const left = movable.length - moved
    setMoving(false)
    if (!left && moved === hits.length) onClose()
    else
      onAgain(
        `${moved} moved to another table. ${left} left: ${problemNow || 'no other table is free then'}.`,
      )
  }
  const tell = async () => {
    const bookings = hits.map((hit) => hit.id)
    const body = { closure: id, bookings }
    await finish(await call<TellReply>('evening/tell', body, { done: toldText }))
  }
  return (
    <AdminDialog title={isOfTables ? 'Blocked' : 'Closed'} look="dialog" onClose={onClose}>
      <div className="evening-form">
        {said ? <p role="status">{said}</p> : null}
        {reply || missing ? null : <p>One moment …</p>}
        {reply && !hits.length ? <p>No booking is hit.</p> : null}
        <ul className="evening-form__hits">
          {hits.map((hit) => (
            <li key={hit.id}>
              <b>
                {hit.time} {hit.name ?? 'A guest'}, {hit.party}
              </b>
              <span>
                {hit.told_at
                  ? `told at ${hit.told_at}`
                  : hit.has_address
                    ? 'has an address'
                    : (hit.phone ?? 'no address')}
              </span>
              <span className="evening-form__times">
                {hit.proposals
                  .filter(({ area }) => area === hit.area)
                  .flatMap(({ times }) => times)
                  .map((time) => (
                    <button
                      key={time}
                      type="button"
                      className="ui-button"
                      data-kind="plain"
                      disabled={isBusy}
                      onClick={async () => {
                        const body = { booking: hit.id, version: hit.version, time, action: 'move' }
                        await finish(
                          await call<ChangeReply>('evening/change', body, {
                            done: `Moved to ${time}.`,
                          }),
                        )
                      }}
                    >
                      {time}
                    </button>
                  ))}
              </span>
              <small>
                {hit.proposals
                  .map(({ area, times }) => `${areaName(area)} ${times.join(', ')}`)
                  .join(' · ') || 'Nothing else is free that evening.'}
              </small>
            </li>
          ))}
        </ul>
        {problem || missing ? <p role="alert">{problem ?? missing}</p> : null}
        <div className="evening-form__buttons">
          {movable.length ? (
            <button
              type="button"
              className="ui-button"
              data-kind="strong"
              disabled={isBusy || isMoving}
              onClick={moveAll}
            >
              Move all to another table
            </button>
          ) : null}
          {hits.length ? (
            <button
              type="button"
              className="ui-button"
              data-kind={movable.length ? 'plain' : 'strong'}
              disabled={isBusy || isMoving}
              onClick={tell}
            >
              Write to them
            </button>
          ) : null}
          {isOfTables ? (
            <button
              type="button"
              className="ui-button"
              data-kind="plain"
              disabled={isBusy}
              onClick={async () => finish(await call('evening/unblock', { closure: id }))}
            >
              Free the tables again
            </button>
          ) : null}
        </div>
      </div>
    </AdminDialog>
  )
}
