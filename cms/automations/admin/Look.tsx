'use client'
import { useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { PreviewDialog } from '../../letters/admin/PreviewDialog.tsx'

/** The way to see a letter that goes out by itself as its reader gets it, saved or not. */
export function Look({ path }: { path: string }) {
  const [isLooking, setLooking] = useState(false)
  return (
    <div className="automation-look">
      <Button onClick={() => setLooking(true)}>Look at it, send a test</Button>
      {isLooking ? (
        <PreviewDialog at={path.replace(/look$/, '')} onClose={() => setLooking(false)} />
      ) : null}
    </div>
  )
}
