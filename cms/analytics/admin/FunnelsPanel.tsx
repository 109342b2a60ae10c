import { toast } from '@payloadcms/ui'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { ConfirmDialog } from '../../admin/shell/ConfirmDialog.tsx'
import { call, errorMessage } from '../../admin/shell/call.ts'
import type { FunnelResult } from '../reports/contract.ts'
import { Funnel } from './Funnel.tsx'
import { FunnelDialog } from './FunnelDialog.tsx'
import { Panel } from './Panel.tsx'
import { useReport } from './use-report.ts'

/** How many visits took each step towards something, with the venue's own funnels. */
export function FunnelsPanel() {
  const report = useReport('funnels')
  const { counting, count } = useCounting(report.retry)
  const [isNew, setNew] = useState(false)
  const [deleted, setDeleted] = useState<FunnelResult | null>(null)
  return (
    <>
      <Panel
        id="analytics-funnels"
        title="Steps they took"
        report={report}
        csv="funnels"
        isWide
        rows={10}
        empty="How many visits go from one step to the next is shown here."
        isEmpty={({ funnels }) => !funnels.length}
        controls={
          <div className="analytics-actions">
            <Button onClick={() => setNew(true)}>New funnel …</Button>
          </div>
        }
      >
        {({ funnels }) => (
          <div className="analytics-funnels">
            {funnels.map((funnel) => (
              <Funnel
                key={funnel.id}
                funnel={funnel}
                isCounting={counting.includes(funnel.id)}
                onDelete={() => setDeleted(funnel)}
              />
            ))}
          </div>
        )}
      </Panel>
      {isNew ? (
        <FunnelDialog
          onClose={() => setNew(false)}
          onMade={(id) => {
            setNew(false)
            report.retry()
            count(id)
          }}
        />
      ) : null}
      {deleted ? (
        <DeleteDialog
          funnel={deleted}
          onClose={() => setDeleted(null)}
          onDeleted={() => {
            setDeleted(null)
            report.retry()
          }}
        />
      ) : null}
    </>
  )
}

/** Seconds between the requests that wait for a new funnel's numbers; after the last the reply arrives. */
const pauses = [1, 2, 4, 8, 2]

/**
 * A job counts a new funnel in the days so far, and no reply says when it has: so the report is
 * requested a few times.
 * @returns the new funnels that may not be counted yet
 */
function useCounting(retry: () => void) {
  const [{ counting, round }, setState] = useState(idle)
  useEffect(() => {
    if (!counting.length) return
    const isLast = round === pauses.length - 1
    const timer = setTimeout(
      () => {
        if (!isLast) retry()
        setState(isLast ? idle : { counting, round: round + 1 })
      },
      (pauses[round] ?? 0) * 1000,
    )
    return () => clearTimeout(timer)
  }, [counting, round, retry])
  const count = useCallback(
    (id: string) => setState((state) => ({ counting: [...state.counting, id], round: 0 })),
    [],
  )
  return { counting, count }
}

const idle: { counting: string[]; round: number } = { counting: [], round: 0 }

type DeleteProps = { funnel: FunnelResult; onClose: () => void; onDeleted: () => void }

function DeleteDialog({ funnel: { id, name }, onClose, onDeleted }: DeleteProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    try {
      await call(`analytics/funnels/${id}`, { method: 'DELETE', body: {} })
      toast.success(`“${name}” is deleted.`)
      onDeleted()
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title="Delete this funnel?"
      confirmLabel="Delete"
      kind="danger"
      isBusy={isBusy}
      problem={problem}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>“{name}” is no longer shown to anybody. The visits it counts stay.</p>
    </ConfirmDialog>
  )
}
