import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { AdminDialog } from '../../../platform/admin/shell/AdminDialog.tsx'
import { areaName } from '../../venue/names.ts'
import type { ChangeReply, HitsReply, TellReply } from '../evening/contract.ts'

type Props = { id: number; isOfTables: boolean; onClose: () => void; onDone: () => Promise<void> }

const toldText = ({ guests, without }: TellReply) =>
  `${guests} told by mail${without ? `, ${without} have no address: call them` : ''}.`

/** The bookings that a closure hits, with other times. Guests are told only once staff confirm. */
export function ClosureDialog({ id, isOfTables, onClose, onDone }: Props) {
  const { reply, problem: missing } = useReply<HitsReply>(`evening/hits?closure=${id}`)
  const { isBusy, problem, call } = useCall()
  const hits = reply?.hits ?? []
  const finish = async (done: unknown) => {
    if (!done) return
    await onDone()
    onClose()
  }
  const tell = async () => {
    const bookings = hits.map((hit) => hit.id)
    const body = { closure: id, bookings }
    await finish(await call<TellReply>('evening/tell', body, { done: toldText }))
  }
  return (
    <AdminDialog title="Blocked" look="dialog" onClose={onClose}>
      <div className="evening-form">
        {reply || missing ? null : <p>One moment …</p>}
        {reply && !hits.length ? <p>No booking is hit.</p> : null}
        <ul className="evening-form__hits">
          {hits.map((hit) => (
            <li key={hit.id}>
              <b>
                {hit.time} {hit.name ?? 'A guest'}, {hit.party}
              </b>
              <span>{hit.has_address ? 'has an address' : (hit.phone ?? 'no address')}</span>
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
          {hits.length ? (
            <button
              type="button"
              className="ui-button"
              data-kind="strong"
              disabled={isBusy}
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
