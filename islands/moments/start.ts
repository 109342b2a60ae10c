import { showProposal } from './propose.ts'
import { loadWhileScrolling, refresh } from './wall.ts'

let isStarted = false

/** Starts the page of moments in the browser. What only some use is loaded then. The listeners survive client navigations. */
export function startMoments(): void {
  start()
  if (isStarted) return
  isStarted = true
  document.addEventListener('astro:page-load', start)
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.form?.matches('[data-moments-upload]')) {
      showProposal(target.form)
    }
  })
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement)) return
    if (form.matches('[data-moments-upload]')) {
      event.preventDefault()
      void import('./upload.ts').then(({ upload }) => upload(form))
    } else if (form.matches('[data-moment-form]') && form.closest('dialog, [data-moments-own]')) {
      event.preventDefault()
      void import('./gallery.ts').then(({ sendForm }) => sendForm(form))
    }
  })
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event
      const link =
        target instanceof Element && target.closest<HTMLAnchorElement>('a[data-open-moment]')
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)
      if (!link || !isPlain) return
      event.preventDefault()
      event.stopPropagation()
      void import('./gallery.ts').then(({ openGallery }) => openGallery(link))
    },
    true,
  )
}

function start(): void {
  loadWhileScrolling()
  followUploads()
  const form = document.querySelector<HTMLFormElement>('[data-moments-upload]')
  if (form) showProposal(form)
}

/** While uploads of this member are prepared, the page looks how far they are. */
function followUploads(): void {
  if (document.querySelector('[data-moments-own][data-busy]')) {
    setTimeout(refresh, 2000)
  }
}
