import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { $openDialogCount } from '../../cms/platform/ui/Dialog.tsx'
import { Toasts } from '../../cms/platform/ui/Toasts.tsx'

/** All mounted instances; only the first one renders. */
const $instances = atom<readonly symbol[]>([])

/** The toasts of a public page, in the page's body. Several islands may mount it. */
export function PageToasts() {
  const [id] = useState(() => Symbol())
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [first] = useStore($instances)
  const dialogs = useStore($openDialogCount)
  useEffect(() => {
    // A navigation replaces the body.
    const update = () => setBody(document.body)
    update()
    document.addEventListener('astro:after-swap', update)
    $instances.set([...$instances.get(), id])
    return () => {
      document.removeEventListener('astro:after-swap', update)
      $instances.set($instances.get().filter((each) => each !== id))
    }
  }, [id])
  return (
    body &&
    first === id &&
    dialogs === 0 &&
    createPortal(
      <div className="page-toasts">
        <Toasts />
      </div>,
      body,
    )
  )
}
