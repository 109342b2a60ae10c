'use client'
import { useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { PreviewDialog } from '../../letters/admin/PreviewDialog.tsx'

/**
 * A button that opens the preview of an automation's letter, saved or not. The preview can send a test.
 * @param path of this form part, such as `welcome.look`
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
