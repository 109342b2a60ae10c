import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { $toasts, dismissToast, renewToast, type Toast } from './toasts.ts'

const announceAfterMs = 100

/**
 * The current toasts in a polite live region. Those with `pausesOnHover` stay while they are hovered or focused.
 */
export function Toasts() {
  const toasts = useStore($toasts)
  const [isMounted, setMounted] = useState(false)
  // Screen readers announce a text only if it is added to an existing live region.
  useEffect(() => {
    const timer = setTimeout(() => setMounted(true), announceAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="ui-toasts" role="status" aria-live="polite" aria-atomic="false">
      {isMounted && toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />)}
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, description, tone, action, pausesOnHover, endsAtMs } = toast
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(id), endsAtMs - Date.now())
    return () => clearTimeout(timer)
  }, [id, endsAtMs, isPaused])
  const pause = () => setPaused(pausesOnHover)
  const resume = () => {
    if (!pausesOnHover) return
    renewToast(id)
    setPaused(false)
  }
  const act = () => {
    dismissToast(id)
    action?.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses it
    <div
      className="ui-toast"
      data-tone={tone}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <div>
        <strong>{title}</strong>
        {description && <p>{description}</p>}
      </div>
      {action && (
        <Button name="toast-action" onClick={act}>
          {action.label}
        </Button>
      )}
      <Button
        name="dismiss-toast"
        kind="quiet"
        onClick={() => dismissToast(id)}
        aria-label={`Dismiss: ${title}`}
      >
        ×
      </Button>
    </div>
  )
}
