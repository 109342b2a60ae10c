import { whenLoaded } from '../navigation/when-loaded.ts'
import { type Holds, resumeAfterLoadMs, slideAfter, slideMs, turnsByItself } from './rules.ts'

const motion = matchMedia('(prefers-reduced-motion: reduce)')
let loading = true

/** Gives every `[data-carousel]` its buttons and lets it turn; again after each page put in place. */
export function startCarousels(): void {
  const dressAll = () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-carousel]')) dress(element)
  }
  dressAll()
  document.addEventListener('astro:page-load', dressAll)
  whenLoaded(() =>
    setTimeout(() => {
      loading = false
      document.dispatchEvent(new Event('carousels:resume'))
    }, resumeAfterLoadMs),
  )
}

/**
 * Without a script a carousel is a strip that scrolls and snaps. `data-carousel` names it, and
 * `data-previous`, `data-pause-label` and `data-next` its buttons; `[data-slide]` are its slides.
 */
function dress(strip: HTMLElement): void {
  const slides = [...strip.querySelectorAll<HTMLElement>('[data-slide]')]
  if (strip.dataset.dressed !== undefined || slides.length < 2) return
  strip.dataset.dressed = ''
  const { carousel: name = '', previous = '', pauseLabel = '', next = '' } = strip.dataset
  strip.setAttribute('role', 'region')
  strip.setAttribute('aria-roledescription', 'carousel')
  strip.setAttribute('aria-label', name)

  const holds: Holds = {
    loading,
    paused: false,
    hovered: false,
    focused: false,
    hidden: document.hidden,
    reducedMotion: motion.matches,
    whole: true,
  }
  let turning: ReturnType<typeof setInterval> | undefined
  const update = (change: Partial<Holds>) => {
    Object.assign(holds, change)
    clearInterval(turning)
    if (turnsByItself(holds)) turning = setInterval(() => step(1), slideMs)
    pause.setAttribute('aria-pressed', String(holds.paused))
    pause.hidden = holds.reducedMotion
    controls.hidden = holds.whole
    strip.tabIndex = holds.whole ? -1 : 0
    strip.dataset.turning = String(turnsByItself(holds))
  }
  const current = () => nearest(strip, slides)
  const step = (by: number) => {
    const slide = slides[slideAfter(current(), by, slides.length)]
    const left = (slide?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0)
    strip.scrollTo({ left, behavior: holds.reducedMotion ? 'instant' : 'smooth' })
  }

  const controls = document.createElement('div')
  controls.className = 'carousel-controls'
  controls.setAttribute('role', 'group')
  controls.setAttribute('aria-label', name)
  const button = (label: string, kind: string, act: () => void) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', onclick: act })
    made.setAttribute('aria-label', label)
    made.dataset.control = kind
    controls.append(made)
    return made
  }
  button(previous, 'previous', () => step(-1))
  const pause = button(pauseLabel, 'pause', () => update({ paused: !holds.paused }))
  button(next, 'next', () => step(1))
  strip.after(controls)

  const { signal, abort } = lifetime()
  const listen = (target: EventTarget, type: string, act: (event: Event) => void) =>
    target.addEventListener(type, act, { signal })
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
  listen(motion, 'change', () => update({ reducedMotion: motion.matches }))
  listen(document, 'visibilitychange', () => update({ hidden: document.hidden }))
  listen(document, 'carousels:resume', () => update({ loading: false }))
  const measured = new ResizeObserver(() =>
    update({ whole: strip.scrollWidth <= strip.clientWidth + 2 }),
  )
  measured.observe(strip)
  listen(document, 'astro:after-swap', () => {
    if (strip.isConnected) return
    clearInterval(turning)
    measured.disconnect()
    abort()
  })
}

function lifetime() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function nearest(strip: HTMLElement, slides: HTMLElement[]): number {
  const start = slides[0]?.offsetLeft ?? 0
  const away = slides.map((slide) => Math.abs(slide.offsetLeft - start - strip.scrollLeft))
  // At the far end the last slide may not reach the edge.
  if (strip.scrollLeft + strip.clientWidth >= strip.scrollWidth - 2) return slides.length - 1
  return away.indexOf(Math.min(...away))
}
