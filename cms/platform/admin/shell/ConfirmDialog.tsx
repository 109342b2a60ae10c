'use client'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { AdminDialog } from './AdminDialog.tsx'
import { Problem } from './Problem.tsx'

type Props = {
  title: string
  children: ReactNode
  /** Label of the confirming button. */
  confirmLabel: string
  kind: 'strong' | 'danger'
  isBusy: boolean
  /** The confirming button is unavailable while this is false. */
  isReady?: boolean
  problem: string | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks the user to confirm an action. */
export const ConfirmDialog = ({
  title,
  children,
  confirmLabel,
  kind,
  isBusy,
  isReady = true,
  problem,
  onConfirm,
  onClose,
}: Props) => (
  <AdminDialog
    title={title}
    look="dialog"
    onClose={onClose}
    footer={
      <>
        <Button kind={kind} unavailable={isBusy || !isReady} onClick={onConfirm}>
          {isBusy ? 'One moment …' : confirmLabel}
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </>
    }
  >
    {children}
    <Problem>{problem}</Problem>
  </AdminDialog>
)
