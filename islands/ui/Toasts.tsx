import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $toasts, dismissToast, renewToast, type Toast } from '../lib/toasts.ts'
import { Button } from './Button.tsx'

const fillAfterMs = 100

/** What is to be said in passing; read out politely, and kept while it is looked at. */
export function Toasts() {
  const toasts = useStore($toasts)
  const [isThere, setThere] = useState(false)
  // What stands in a live region from the first is not read out: it comes empty, and is filled then.
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), fillAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="ui-toasts" role="status" aria-live="polite" aria-atomic="false">
      {isThere && toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />)}
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, description, tone, action, endsAtMs } = toast
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), endsAtMs - Date.now())
    return () => clearTimeout(timer)
  }, [id, endsAtMs, held])
  const release = () => {
    renewToast(id)
    setHeld(false)
  }
  const act = () => {
    dismissToast(id)
    action?.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while it is looked at
    <div
      className="ui-toast"
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={release}
      onFocus={() => setHeld(true)}
      onBlur={release}
    >
      <div>
        <strong>{title}</strong>
        {description && <p>{description}</p>}
      </div>
      {action && <Button onClick={act}>{action.label}</Button>}
      <Button kind="quiet" onClick={() => dismissToast(id)} aria-label={`Dismiss: ${title}`}>
        ×
      </Button>
    </div>
  )
}
