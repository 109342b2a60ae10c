'use client'
import type { ReactNode } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { AdminDialog } from '../../admin/shell/AdminDialog.tsx'

type Props = {
  title: string
  children: ReactNode
  /** What the button says that does it. */
  yes: string
  kind: 'strong' | 'danger'
  busy: boolean
  /** Whether all is known that it needs. */
  isReady?: boolean
  /** Why it could not be done. */
  fault: string | null
  onYes: () => void
  onClose: () => void
}

/** Asks once more before what can't be taken back. */
export const Confirm = ({
  title,
  children,
  yes,
  kind,
  busy,
  isReady = true,
  fault,
  onYes,
  onClose,
}: Props) => (
  <AdminDialog
    title={title}
    look="dialog"
    onClose={onClose}
    footer={
      <>
        <Button kind={kind} unavailable={busy || !isReady} onClick={onYes}>
          {busy ? 'One moment …' : yes}
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </>
    }
  >
    {children}
    {fault ? (
      <p className="admin-warning" role="alert">
        {fault}
      </p>
    ) : null}
  </AdminDialog>
)
