'use client'
import type { ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../../../islands/ui/Dialog.tsx'

/**
 * A modal dialog over a view of the admin, outside of its form: what is sent or typed in it is none of
 * the form’s.
 */
export const AdminDialog = (props: ComponentProps<typeof Dialog>) =>
  createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what happens inside from the form
    <div
      className="admin-dialogs"
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Dialog {...props} />
    </div>,
    document.body,
  )
