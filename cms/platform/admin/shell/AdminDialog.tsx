'use client'
import type { ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../../ui/Dialog.tsx'

/** A modal dialog outside of the view's form. Its submit and key events do not reach that form. */
export const AdminDialog = (props: ComponentProps<typeof Dialog>) =>
  createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: stops events of the dialog's own controls
    <div
      className="admin-dialogs admin-inputs"
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Dialog {...props} />
    </div>,
    document.body,
  )
