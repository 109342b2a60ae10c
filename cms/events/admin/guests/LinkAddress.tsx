'use client'
import { toast } from '@payloadcms/ui'
import { useId } from 'react'
import { Button } from '../../../../islands/ui/Button.tsx'

/** Shows the URL of an organiser's new link. The URL is not stored, so it can't be shown again. */
export function LinkAddress({ url }: { url: string }) {
  const id = useId()
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success('Copied.'),
      () => toast.error('Copy it by hand.'),
    )
  return (
    <div className="lists-field">
      <label htmlFor={id}>The link, shown only now</label>
      <input id={id} readOnly value={url} onFocus={(event) => event.target.select()} />
      <p>
        <Button onClick={() => void copy()}>Copy</Button>
      </p>
    </div>
  )
}
