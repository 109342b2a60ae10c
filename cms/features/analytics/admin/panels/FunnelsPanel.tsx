import { toast } from '@payloadcms/ui'
import { useEffect, useRef, useState } from 'react'
import { callApi, errorMessage } from '../../../../platform/admin/calls/call.ts'
import { ConfirmDialog } from '../../../../platform/admin/shell/ConfirmDialog.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'
import type { FunnelResult, FunnelsReport } from '../../reports/contract.ts'
import { type Requested, useReport } from '../use-report.ts'
import { Funnel } from './Funnel.tsx'
import { FunnelDialog } from './FunnelDialog.tsx'
import { Panel } from './Panel.tsx'

/** How many visits reached each step of each funnel. Custom funnels can be added and deleted. */
export function FunnelsPanel() {
  const report = useReport('funnels')
  usePollWhileCounting(report)
  const [isNew, setNew] = useState(false)
  const [toDelete, setToDelete] = useState<FunnelResult | null>(null)
  const newButton = useRef<HTMLButtonElement>(null)
  const hasDeleted = useRef(false)
  useEffect(() => {
    if (toDelete || !hasDeleted.current) return
    hasDeleted.current = false
    // The dialog returned the focus to the delete button, which disappears with its funnel.
    newButton.current?.focus()
  }, [toDelete])
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
              <Funnel key={funnel.id} funnel={funnel} onDelete={() => setToDelete(funnel)} />
            ))}
          </div>
        )}
      </Panel>
      {isNew ? (
        <FunnelDialog
          onClose={() => setNew(false)}
          onCreated={() => {
            setNew(false)
            report.retry()
          }}
        />
      ) : null}
      {toDelete ? (
        <DeleteDialog
          funnel={toDelete}
          onClose={() => setToDelete(null)}
          onDeleted={() => {
            hasDeleted.current = true
            setToDelete(null)
            report.retry()
          }}
        />
      ) : null}
    </>
  )
}

const countingPollIntervalMs = 3000

/** Polls the report while a job counts the earlier days of a new funnel. */
function usePollWhileCounting({ reply, retry }: Requested<FunnelsReport>) {
  useEffect(() => {
    if (!reply || reply.tooFew || !reply.funnels.some(({ isCounting }) => isCounting)) return
    const timer = setTimeout(retry, countingPollIntervalMs)
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
      await callApi(`analytics/funnels/${id}`, { method: 'DELETE', body: {} })
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
