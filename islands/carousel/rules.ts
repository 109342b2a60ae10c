/** Delay from the window's load event to the start of automatic advancing. Source: spec section 9. */
export const resumeAfterLoadMs = 1000
/** How long a slide is shown. */
export const slideMs = 5000

/** Conditions that stop automatic advancing. The carousel stops while at least one is true (WCAG 2.2.2). */
export type Stops = {
  loading: boolean
  paused: boolean
  hovered: boolean
  focused: boolean
  hidden: boolean
  reducedMotion: boolean
  /** All slides fit the strip. */
  fits: boolean
}

export const isAdvancing = (stops: Stops): boolean => !Object.values(stops).some(Boolean)

/** The index of the slide that is `step` slides after `current`. The index wraps at both ends. */
export const slideAfter = (current: number, step: number, count: number): number =>
  (((current + step) % count) + count) % count
