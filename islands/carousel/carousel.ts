import { whenLoaded } from '../navigation/when-loaded.ts'
import { isAdvancing, resumeAfterLoadMs, type Stops, slideAfter, slideMs } from './rules.ts'

const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)')
let loading = true

/** Starts every `[data-carousel]`, on this page and on the following pages. Called once per document. */
export function startCarousels(): void {
  const startAll = () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-carousel]')) start(element)
  }
  startAll()
  document.addEventListener('astro:page-load', startAll)
  whenLoaded(() =>
    setTimeout(() => {
      loading = false
      document.dispatchEvent(new Event('carousels:resume'))
    }, resumeAfterLoadMs),
  )
}

/**
 * Adds buttons and automatic advancing to a strip. CSS alone makes the strip scroll and snap. `data-carousel` is the
 * strip's accessible name. `data-previous`, `data-pause-label` and `data-next` are the names of its buttons.
 */
function start(strip: HTMLElement): void {
  const slides = [...strip.querySelectorAll<HTMLElement>('[data-slide]')]
  if (strip.dataset.started !== undefined || slides.length < 2) return
  strip.dataset.started = ''
  const { carousel: name = '', previous = '', pauseLabel = '', next = '' } = strip.dataset
  strip.setAttribute('role', 'region')
  strip.setAttribute('aria-roledescription', 'carousel')
  strip.setAttribute('aria-label', name)

  const stops: Stops = {
    loading,
    paused: false,
    hovered: false,
    focused: false,
    hidden: document.hidden,
    reducedMotion: reducedMotionQuery.matches,
    fits: true,
  }
  let timer: ReturnType<typeof setInterval> | undefined
  const update = (change: Partial<Stops>) => {
    Object.assign(stops, change)
    clearInterval(timer)
    if (isAdvancing(stops)) timer = setInterval(() => step(1), slideMs)
    pause.setAttribute('aria-pressed', String(stops.paused))
    pause.hidden = stops.reducedMotion
    controls.hidden = stops.fits
    strip.tabIndex = stops.fits ? -1 : 0
    strip.dataset.turning = String(isAdvancing(stops))
  }
  const current = () => nearest(strip, slides)
  const step = (by: number) => {
    const slide = slides[slideAfter(current(), by, slides.length)]
    const left = (slide?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0)
    strip.scrollTo({ left, behavior: stops.reducedMotion ? 'instant' : 'smooth' })
  }

  const controls = document.createElement('div')
  controls.className = 'carousel-controls'
  controls.setAttribute('role', 'group')
  controls.setAttribute('aria-label', name)
  const button = (label: string, kind: string, act: () => void) => {
    const element = Object.assign(document.createElement('button'), {
      type: 'button',
      // Analytics records clicks on the button under this name.
      name: `carousel-${kind}`,
      onclick: act,
    })
    element.setAttribute('aria-label', label)
    element.dataset.control = kind
    controls.append(element)
    return element
  }
  button(previous, 'previous', () => step(-1))
  const pause = button(pauseLabel, 'pause', () => update({ paused: !stops.paused }))
  button(next, 'next', () => step(1))
  strip.after(controls)

  const controller = new AbortController()
  const listen = (target: EventTarget, type: string, act: (event: Event) => void) =>
    target.addEventListener(type, act, { signal: controller.signal })
  for (const part of [strip, controls]) {
    listen(part, 'pointerenter', () => update({ hovered: true }))
    listen(part, 'pointerleave', () => update({ hovered: false }))
    listen(part, 'focusin', () => update({ focused: true }))
    listen(part, 'focusout', () => update({ focused: false }))
  }
  listen(strip, 'keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[(event as KeyboardEvent).key]
    if (!by || event.target !== strip) return
    event.preventDefault()
    step(by)
  })
  listen(reducedMotionQuery, 'change', () => update({ reducedMotion: reducedMotionQuery.matches }))
  listen(document, 'visibilitychange', () => update({ hidden: document.hidden }))
  listen(document, 'carousels:resume', () => update({ loading: false }))
  const observer = new ResizeObserver(() =>
    update({ fits: strip.scrollWidth <= strip.clientWidth + 2 }),
  )
  observer.observe(strip)
  listen(document, 'astro:after-swap', () => {
    if (strip.isConnected) return
    clearInterval(timer)
    observer.disconnect()
    controller.abort()
  })
}

function nearest(strip: HTMLElement, slides: HTMLElement[]): number {
  const start = slides[0]?.offsetLeft ?? 0
  const distances = slides.map((slide) => Math.abs(slide.offsetLeft - start - strip.scrollLeft))
  // At the end of the strip, the last slide is the current one, even if it does not reach the left edge.
  if (strip.scrollLeft + strip.clientWidth >= strip.scrollWidth - 2) return slides.length - 1
  return distances.indexOf(Math.min(...distances))
}
