'use client'
import './barrels.css'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { callApi } from '../../../platform/admin/calls/call.ts'
import { useAction } from '../../../platform/admin/calls/use-action.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { type Barrel, nextBarrel } from '../taps/barrels.ts'

const undoMs = 10_000

type Props = { pouring: Barrel[]; coming: Barrel[] }

/** One row per tap, with the beer that would come next and the button that changes the barrel. */
export function BarrelList({ pouring, coming }: Props) {
  if (!pouring.length) return <p className="admin-quiet">Nothing pours yet.</p>
  return (
    <>
      {coming.length ? null : (
        <p className="admin-quiet">No beer comes next. Add one, and its tap is one press away.</p>
      )}
      <ul className="barrels__list">
        {pouring.map((tap) => (
          <BarrelRow key={tap.number} tap={tap} coming={coming} />
        ))}
      </ul>
    </>
  )
}

function BarrelRow({ tap, coming }: { tap: Barrel; coming: Barrel[] }) {
  const router = useRouter()
  const { isBusy, run } = useAction()
  const [chosen, setChosen] = useState<number | null>(null)
  // The name of the new beer after a change. The row then has no button until the change is undone or the
  // page is opened again, so that a double click does not change two barrels.
  const [changed, setChanged] = useState<string | null>(null)
  const next = coming.find(({ id }) => id === chosen) ?? nextBarrel(tap.number, coming)
  const statusElement = useRef<HTMLDivElement>(null)
  const send = (body: { tap: number; next: number; undo?: true }, done: () => void) =>
    run(async () => {
      try {
        await callApi('tap-list/change-barrel', { body })
        done()
      } finally {
        router.refresh()
      }
    })
  const change = () => {
    if (!next) return
    const undo = () =>
      send({ tap: next.id, next: tap.id, undo: true }, () => {
        setChanged(null)
        toast.success(`${tap.name} pours on tap ${tap.number} again.`)
      })
    void send({ tap: tap.id, next: next.id }, () => {
      setChanged(next.name)
      // Moves the focus, because the focused button is about to be removed.
      statusElement.current?.focus()
      const action = { label: 'Undo', onClick: () => void undo() }
      toast.success(`${next.name} pours on tap ${tap.number}.`, { action, duration: undoMs })
    })
  }
  return (
    <li>
      <b>{tap.number}</b>
      <span>{changed ?? tap.name}</span>
      <div ref={statusElement} className="barrels__next admin-inputs" role="status" tabIndex={-1}>
        {changed ? (
          'pours now'
        ) : next ? (
          <>
            <select
              aria-label={`Next on tap ${tap.number}`}
              value={next.id}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {coming.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <Button unavailable={isBusy} onClick={change}>
              Change barrel<span className="sr"> of tap {tap.number}</span>
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}
