'use client'
import { useId } from 'react'
import { CopyButton } from '../../../../platform/admin/shell/CopyButton.tsx'

/** Shows the URL of an organiser's new link. The URL is not stored, so it can't be shown again. */
export function LinkAddress({ url }: { url: string }) {
  const id = useId()
  return (
    <div className="lists-field">
      <label htmlFor={id}>The link, shown only now</label>
      <input id={id} readOnly value={url} onFocus={(event) => event.target.select()} />
      <p>
        <CopyButton text={url} />
      </p>
    </div>
  )
}
