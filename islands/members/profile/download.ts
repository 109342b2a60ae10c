import { runAction } from './run-action.ts'
import { withProofDialogs } from './with-proof-dialogs.ts'

/** Asks for a proof before each download. The listener also works after client navigations. */
export function confirmDownloads(): void {
  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-download]') : null
    // A modified click opens the link elsewhere, and the linked page asks for a proof.
    if (!link || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    const failed = link.dataset.download ?? ''
    void runAction(() => withProofDialogs(async () => location.assign(link.href)), { failed })
  })
}
