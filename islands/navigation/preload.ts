import { preloadPlan, restDelayMs } from './preload-plan.ts'

const requested = new Set<string>()

/** Preloads a section's pictures when its menu entry is hovered or focused. Source: spec section 2. */
export function preloadOnIntent(): void {
  for (const intent of ['pointerover', 'focusin']) {
    document.addEventListener(
      intent,
      ({ target }) => {
        const link =
          target instanceof Element ? target.closest<HTMLElement>('a[data-preload]') : null
        if (link) preload(link.dataset.preload?.split(' ') ?? [])
      },
      { passive: true },
    )
  }
}

function preload(addresses: string[]): void {
  const { now, later } = preloadPlan(addresses, {
    viewportWidth: innerWidth,
    effectiveType: (navigator as { connection?: { effectiveType?: string } }).connection
      ?.effectiveType,
  })
  now.forEach(load)
  if (later.length) setTimeout(() => later.forEach(load), restDelayMs)
}

function load(address: string): void {
  if (requested.has(address)) return
  requested.add(address)
  const image = new Image()
  image.onerror = () => {
    requested.delete(address)
    console.warn(`A picture could not be loaded in advance: ${address}`)
  }
  image.src = address
}
