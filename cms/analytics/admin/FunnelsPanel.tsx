import { toast } from '@payloadcms/ui'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { ConfirmDialog } from '../../admin/shell/ConfirmDialog.tsx'
import { call, errorMessage } from '../../admin/shell/call.ts'
import type { FunnelResult, FunnelsReport } from '../reports/contract.ts'
import { Funnel } from './Funnel.tsx'
import { FunnelDialog } from './FunnelDialog.tsx'
import { Panel } from './Panel.tsx'
import { type Requested, useReport } from './use-report.ts'

/** The funnels, also the venue's own: how many visits took each step. */
export function FunnelsPanel() {
  const report = useReport('funnels')
  useRefreshWhileCounting(report)
  const [isNew, setNew] = useState(false)
  const [deleted, setDeleted] = useState<FunnelResult | null>(null)
  const newButton = useRef<HTMLButtonElement>(null)
  const hasDeleted = useRef(false)
  useEffect(() => {
    if (deleted || !hasDeleted.current) return
    hasDeleted.current = false
    // The dialog gave the focus back to the button of the funnel, which is about to be removed.
    newButton.current?.focus()
  }, [deleted])
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
            <Button ref={newButton} onClick={() => setNew(true)}>
              New funnel …
            </Button>
          </div>
        }
      >
        {({ funnels }) => (
          <div className="analytics-funnels">
            {funnels.map((funnel) => (
              <Funnel key={funnel.id} funnel={funnel} onDelete={() => setDeleted(funnel)} />
            ))}
          </div>
        )}
      </Panel>
      {isNew ? (
        <FunnelDialog
          onClose={() => setNew(false)}
          onMade={() => {
            setNew(false)
            report.retry()
          }}
        />
      ) : null}
      {deleted ? (
        <DeleteDialog
          funnel={deleted}
          onClose={() => setDeleted(null)}
          onDeleted={() => {
            hasDeleted.current = true
            setDeleted(null)
            report.retry()
          }}
        />
      ) : null}
    </>
  )
}

const refreshEveryMs = 3000

/** Requests the report every few seconds while a job counts the earlier days of a new funnel. */
function useRefreshWhileCounting({ reply, retry }: Requested<FunnelsReport>) {
  useEffect(() => {
    if (!reply || reply.tooFew || !reply.funnels.some(({ isCounting }) => isCounting)) return
    const timer = setTimeout(retry, refreshEveryMs)
    return () => clearTimeout(timer)
  }, [reply, retry])
}

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
