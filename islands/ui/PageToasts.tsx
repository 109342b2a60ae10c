import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { $openDialogs } from './Dialog.tsx'
import { Toasts } from './Toasts.tsx'

/** What on the page shows toasts; the first of them does. */
const $shown = atom<readonly symbol[]>([])

/** The toasts of a visitor's page, over everything else on it. There before the first is said. */
export function PageToasts() {
  const [id] = useState(() => Symbol())
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [first] = useStore($shown)
  const dialogs = useStore($openDialogs)
  useEffect(() => {
    // The router puts another body in the place of this one.
    const settle = () => setPlace(document.body)
    settle()
    document.addEventListener('astro:after-swap', settle)
    $shown.set([...$shown.get(), id])
    return () => {
      document.removeEventListener('astro:after-swap', settle)
      $shown.set($shown.get().filter((each) => each !== id))
    }
  }, [id])
  return (
    place &&
    first === id &&
    dialogs === 0 &&
    createPortal(
      <div className="page-toasts">
        <Toasts />
      </div>,
      place,
    )
  )
}
