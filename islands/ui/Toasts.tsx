import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $toasts, dismissToast, type Toast } from '../lib/toasts.ts'
import { Button } from './Button.tsx'

/** What is to be said in passing; read out politely, and kept while it is looked at. */
export function Toasts() {
  const toasts = useStore($toasts)
  return (
    <div className="ui-toasts" role="status" aria-live="polite" aria-atomic="false">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, description, tone, action, durationMs } = toast
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, held])
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
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
