import { ApiError, callApi } from '../../cms/platform/ui/api.ts'
import { fetchPage, refresh, removeTile } from './wall.ts'

const dialogOf = () => document.querySelector<HTMLDialogElement>('[data-moment-dialog]')
/** The shortest way of a finger that turns the page, in pixels. */
const swipePixels = 60

let isListening: HTMLDialogElement | null = null
let current = 0
let opener: HTMLElement | null = null

/** Opens a moment large, over the wall. Without the dialog, the link is followed. */
export async function openGallery(link: HTMLAnchorElement): Promise<void> {
  const dialog = dialogOf()
  if (!dialog) return location.assign(link.href)
  listen(dialog)
  opener = link
  await show(dialog, link.href)
}

/** Shows the moment of a page in the dialog. The last one that was asked for wins. */
async function show(dialog: HTMLDialogElement, url: string): Promise<void> {
  const turn = ++current
  const place = dialog.querySelector('[data-moment-place]')
  try {
    const page = await fetchPage(url)
    if (turn !== current) return
    const article = page.querySelector('article[data-moment]')
    if (!article) {
      say(dialog, dialog.dataset.gone)
      return
    }
    place?.replaceChildren(document.adoptNode(article))
  } catch {
    // The session may have ended; the page then leads to the gate.
    location.assign(url)
    return
  }
  dialog.dataset.url = url
  if (!dialog.open) dialog.showModal()
  dialog.scrollTop = 0
  preload(dialog)
}

function say(dialog: HTMLDialogElement, text = ''): void {
  const said = document.createElement('p')
  said.className = 'moment-said'
  said.setAttribute('role', 'status')
  said.textContent = text
  dialog.querySelector('[data-moment-place]')?.replaceChildren(said)
  if (!dialog.open) dialog.showModal()
}

const linkTo = (dialog: HTMLDialogElement, rel: 'prev' | 'next') =>
  dialog.querySelector<HTMLAnchorElement>(`.moment-turn [rel="${rel}"]`)

/** Loads the next picture before it is asked for, unless the browser saves data. */
function preload(dialog: HTMLDialogElement): void {
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData
  const next = linkTo(dialog, 'next')
  if (!next || saves) return
  const id = new URL(next.href).searchParams.get('moment')
  const tile = document.querySelector<HTMLImageElement>(`[data-open-moment="${id}"] img`)
  if (tile) tile.loading = 'eager'
}

function listen(dialog: HTMLDialogElement): void {
  if (isListening === dialog) return
  isListening = dialog
  const turn = async (rel: 'prev' | 'next') => {
    const link = linkTo(dialog, rel)
    if (!link) return
    await show(dialog, link.href)
    const again = linkTo(dialog, rel) ?? dialog.querySelector<HTMLElement>('[data-close]')
    again?.focus()
  }
  dialog.addEventListener('keydown', (event) => {
    const { target, key, altKey, ctrlKey, metaKey } = event
    const types = target instanceof Element && target.closest('input, textarea, select')
    if (types || altKey || ctrlKey || metaKey) return
    if (key === 'ArrowLeft') void turn('prev')
    if (key === 'ArrowRight') void turn('next')
  })
  dialog.addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof Element)) return
      if (target.closest('[data-close]')) dialog.close()
      const link = target.closest('.moment-turn a')
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      void turn(link.getAttribute('rel') === 'prev' ? 'prev' : 'next')
    },
    true,
  )
  let start: { x: number; y: number } | null = null
  dialog.addEventListener('pointerdown', ({ pointerType, clientX, clientY, target }) => {
    const isPicture = target instanceof Element && target.closest('figure') !== null
    start = pointerType === 'mouse' || !isPicture ? null : { x: clientX, y: clientY }
  })
  dialog.addEventListener('pointercancel', () => {
    start = null
  })
  dialog.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (!start) return
    const [x, y] = [clientX - start.x, clientY - start.y]
    start = null
    if (Math.abs(x) > swipePixels && Math.abs(x) > 2 * Math.abs(y)) {
      void turn(x > 0 ? 'prev' : 'next')
    }
  })
  dialog.addEventListener('close', () => {
    current++
    dialog.querySelector('[data-moment-place]')?.replaceChildren()
    opener?.focus()
  })
}

/** Sends a form of a moment, and shows what has changed without leaving the wall. */
export async function sendForm(form: HTMLFormElement): Promise<void> {
  if (form.ariaBusy) return
  const what = form.dataset.momentForm
  const dialog = dialogOf()
  const problem = form.querySelector('.form-error:not([id])')
  const { from: _, ...fields } = Object.fromEntries(new FormData(form))
  const name = form.name
  form.ariaBusy = 'true'
  if (problem) problem.textContent = ''
  try {
    await callApi(new URL(form.action).pathname, { body: fields })
  } catch (error) {
    form.ariaBusy = null
    // The session was ended elsewhere. The reload leads to the gate, which returns to this page.
    if (error instanceof ApiError && error.status === 401) return location.reload()
    const isKnown = error instanceof ApiError && error.status > 0
    const text = isKnown ? error.message : (dialog?.dataset.failed ?? '')
    if (problem) problem.textContent = text
    return
  }
  form.ariaBusy = null
  if (what === 'remove') return refresh()
  if (!dialog) return
  const { url } = dialog.dataset
  if ((what === 'react' || what === 'edit') && url) {
    await show(dialog, url)
    const again = dialog.querySelector<HTMLElement>(`form[name="${CSS.escape(name)}"] button`)
    const heading = dialog.querySelector<HTMLElement>('[data-close]')
    ;(what === 'react' ? again : heading)?.focus()
    return
  }
  if (what === 'down' || what === 'removed') removeTile(String(fields.moment))
  say(dialog, dialog.dataset[what ?? ''])
  dialog.querySelector<HTMLElement>('[data-close]')?.focus()
}
