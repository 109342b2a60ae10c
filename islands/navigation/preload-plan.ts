/** Narrower viewports preload fewer pictures at first. Source: spec section 9. */
export const mobileBreakpointPx = 768
/** The number of pictures that are loaded at first on narrow viewports and slow connections. Source: spec section 9. */
export const firstImageCount = 2
/** Delay of the remaining pictures, in milliseconds. Source: spec section 9. */
export const restDelayMs = 1000
/** The number of pictures preloaded per section. Source: spec section 2. */
export const preloadedImageCount = 3

const slowTypes = new Set(['2g', 'slow-2g'])

/**
 * Which pictures to load now and which after `restDelayMs`.
 * @param effectiveType type of the connection; undefined if the browser does not expose it
 */
export function preloadPlan(
  addresses: readonly string[],
  { viewportWidth, effectiveType }: { viewportWidth: number; effectiveType: string | undefined },
): { now: string[]; later: string[] } {
  const limited = viewportWidth < mobileBreakpointPx || slowTypes.has(effectiveType ?? '')
  const count = limited ? firstImageCount : preloadedImageCount
  const wanted = addresses.slice(0, preloadedImageCount)
  return { now: wanted.slice(0, count), later: wanted.slice(count) }
}
