import { sectionOf, strobeIntervalMs, type Transition } from './phases.ts'
import { type PreviewColors, previewColors } from './preview-colors.ts'

/** A section's picture and colours on the overlay. */
export type Preview = PreviewColors & { image: string | null }

const selector = '[data-press]'

let flicker: ReturnType<typeof setInterval> | undefined
let shown: Transition | undefined

const overlay = () => document.querySelector<HTMLElement>(selector)

/**
 * The preview of a path's section: the first picture that its navigation entry preloads, and its colours.
 * @returns null for pages without an entry
 */
export function previewOf(path: string): Preview | null {
  const section = sectionOf(path) ?? ''
  const href = CSS.escape(`/${section}`)
  const entry = document.querySelector<HTMLElement>(`a[data-preload][href="${href}"]`)
  if (!entry) return null
  // The home page's preview has no picture.
  const [image] = (section && entry.dataset.preload?.split(' ')) || []
  return { image: image || null, ...previewColors(section) }
}

/** Renders a transition state: attributes for the style sheet, colours, picture, flicker. */
export function showTransition(state: Transition): void {
  const element = overlay()
  if (!element) return
  // If a transition starts while the intro fades out, the intro ends.
  if (state.active) delete document.documentElement.dataset.intro
  element.toggleAttribute('data-intro', state.active && state.targetPath === null)
  element.dataset.phase = state.phase
  element.dataset.variant = state.variant
  element.toggleAttribute('data-fading', state.fading)
  if (state.active && state.targetPath !== shown?.targetPath) setPreview(element, state)
  if (state.phase !== shown?.phase) strobe(element, state.phase === 'strobe')
  shown = state
}

function setPreview(element: HTMLElement, { targetPath, previewImage }: Transition): void {
  const preview = previewOf(targetPath ?? '/')
  element.toggleAttribute('data-dark', preview?.dark ?? false)
  for (const [name, color] of Object.entries(preview?.properties ?? {}))
    element.style.setProperty(name, color)
  const picture = element.querySelector<HTMLImageElement>('[data-preview]')
  if (!picture) return
  delete picture.dataset.ready
  if (!previewImage) {
    picture.removeAttribute('src')
    return
  }
  picture.src = previewImage
  // A picture that cannot be decoded is not shown.
  picture.decode().then(
    () => {
      if (picture.getAttribute('src') === previewImage) picture.dataset.ready = ''
    },
    () => {},
  )
}

function strobe(element: HTMLElement, on: boolean): void {
  clearInterval(flicker)
  element.toggleAttribute('data-flash', on)
  if (on) flicker = setInterval(() => element.toggleAttribute('data-flash'), strobeIntervalMs)
}

/** Shows the bundled logo if the logo's file cannot be loaded. Source: spec section 2. */
export function watchLogo(): void {
  const logo = overlay()?.querySelector<HTMLImageElement>('[data-logo]')
  if (!logo) return
  const fail = () => overlay()?.setAttribute('data-logo-failed', '')
  if (logo.complete && logo.naturalWidth === 0 && logo.currentSrc) fail()
  logo.addEventListener('error', fail)
}
