'use client'
import { useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { PreviewDialog } from '../../letters/admin/PreviewDialog.tsx'

/** Previews an automation, saved or not, and sends a test. */
export function PreviewButton({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="automation-look">
      <Button onClick={() => setOpen(true)}>Look at it, send a test</Button>
      {isOpen ? (
        <PreviewDialog at={path.replace(/look$/, '')} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  )
}
