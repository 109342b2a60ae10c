'use client'
import { toast } from '@payloadcms/ui'
import { Button } from '../../ui/Button.tsx'

/** Copies a text. @param label what screen readers say instead of “Copy”, if the page has several buttons */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied.'),
      () => toast.error('Copy it by hand.'),
    )
  return (
    <Button aria-label={label} onClick={() => void copy()}>
      Copy
    </Button>
  )
}
