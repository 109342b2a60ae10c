import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toasts } from '../ui/Toasts.tsx'

/** The toasts of a visitor's page, over everything else on it. There before the first is said. */
export function PageToasts() {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.body), [])
  return (
    place &&
    createPortal(
      <div className="page-toasts">
        <Toasts />
      </div>,
      place,
    )
  )
}
