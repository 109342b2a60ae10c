'use client'
import { useState } from 'react'
import { Button } from '../../../platform/ui/Button.tsx'
import { PreviewDialog } from '../../letters/admin/sending/PreviewDialog.tsx'

/**
 * A button that opens a preview of an automation's letter as it is in the form, also if it is not saved. From the
 * preview, staff can send a test mail.
 * @param path the path of the form's field that shows this button, such as `welcome.look`
 */
export function PreviewButton({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="automation-look">
      <Button onClick={() => setOpen(true)}>Look at it, send a test</Button>
      {isOpen ? (
        <PreviewDialog prefix={path.replace(/look$/, '')} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  )
}
