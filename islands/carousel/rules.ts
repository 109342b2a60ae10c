/** From the window's load to the carousels' start. Source: spec section 9. */
export const resumeAfterLoadMs = 1000
/** How long a slide stays. */
export const slideMs = 5000

/** What keeps a carousel still; it turns by itself only while nothing does (WCAG 2.2.2). */
export type Holds = {
  loading: boolean
  paused: boolean
  hovered: boolean
  focused: boolean
  hidden: boolean
  reducedMotion: boolean
  /** All slides are seen at once: there is nothing to turn. */
  whole: boolean
}

export const turnsByItself = (holds: Holds): boolean => !Object.values(holds).some(Boolean)

/** The slide that is `step` further, round the corner at both ends. */
export const slideAfter = (current: number, step: number, count: number): number =>
  (((current + step) % count) + count) % count
