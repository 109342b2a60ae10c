import { createTooltipTiming } from './timing.ts'

/**
 * Shows tooltips for elements with `data-tip` below `root`: what a button with an icon does. Screen readers get the same
 * from its label. Escape, a click and leaving the element close a tooltip; the pointer may move onto it (WCAG 1.4.13).
 * @returns a function that ends this
 */
export function startTooltips(root: HTMLElement): () => void {
  const tip = document.createElement('div')
  tip.className = 'ui-tooltip'
  tip.ariaHidden = 'true'
  tip.hidden = true
  root.append(tip)
  const timing = createTooltipTiming<HTMLElement>({
    show: (target) => show(tip, target),
    now: () => performance.now(),
    schedule: (run, afterMs) => {
      const timer = setTimeout(run, afterMs)
      return () => clearTimeout(timer)
    },
  })
  const targetOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  const controller = new AbortController()
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    act: (event: HTMLElementEventMap[Type]) => void,
  ) => root.addEventListener(type, act, { signal: controller.signal })
  on('pointerover', (event) => {
    if (event.pointerType === 'touch' || tip.contains(event.target as Node)) return
    const target = targetOf(event)
    if (target) timing.enter(target)
    else timing.close()
  })
  on('pointerleave', timing.close)
  on('pointerdown', timing.close)
  on('focusin', (event) => {
    const target = targetOf(event)
    if (target?.matches(':focus-visible')) timing.enter(target, { atOnce: true })
  })
  on('focusout', timing.close)
  on('keydown', ({ key }) => key === 'Escape' && timing.close())
  return () => {
    controller.abort()
    timing.close()
    tip.remove()
  }
}

function show(tip: HTMLElement, target: HTMLElement | null): void {
  tip.hidden = target === null
  if (!target) return
  tip.textContent = target.dataset.tip ?? ''
  const { left, width, top } = target.getBoundingClientRect()
  const middle = left + width / 2 - tip.offsetWidth / 2
  tip.style.insetInlineStart = `${Math.max(4, Math.min(middle, innerWidth - tip.offsetWidth - 4))}px`
  tip.style.insetBlockEnd = `${innerHeight - top}px`
}
