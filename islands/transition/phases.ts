/** The time after which the strobe's texture turns on or off again. Source: spec section 9. */
export const strobeIntervalMs = 166
/** How long the strobe lasts. Source: spec section 9. */
export const strobeMs = 500
/** How long the logo is shown. Source: spec section 9. */
export const logoHoldMs = 900
/** From the end of `logoHoldMs` to the navigation, in the strobe variant. Source: spec section 4. */
export const settleMs = 600
/** From the arrival of the next page (for the intro: from `navigateAtMs`) to the fade. Source: spec section 9. */
export const fadeDelayMs = 200
/** From the fade to the overlay's removal. Source: spec section 9. */
export const removalMs = 600
/** From the start to the navigation, with reduced motion. Source: spec section 9. */
export const reducedMotionNavigationMs = 1500
/** Minimum time between two strobes, so that there are fewer than three flashes a second (WCAG 2.3.1). */
export const strobeRestMs = 1000
/** Session storage key that marks the intro as played. Source: spec section 9. */
export const introKey = 'introPlayed'
/** Local storage key: members can choose in the profile that the overlay of this browser shows only the logo. */
export const logoOnlyKey = 'common-room-overlay-logo'
/** How long the overlay waits for the next page after `navigateAtMs`. */
export const arrivalLimitMs = 4000

export type Phase = 'idle' | 'strobe' | 'logo' | 'soft-logo'
export type Variant = 'strobe' | 'soft'

/** The state of the overlay. `phase` and `fading` are its progress. Source: spec section 3, "Transition state". */
export type Transition = {
  active: boolean
  /** Null for the intro. */
  targetPath: string | null
  variant: Variant
  /** URL. */
  previewImage: string | null
  phase: Phase
  fading: boolean
}

export const idle: Transition = {
  active: false,
  targetPath: null,
  variant: 'strobe',
  previewImage: null,
  phase: 'idle',
  fading: false,
}

export type Plan = { phases: { phase: Phase; atMs: number }[]; navigateAtMs: number }

/**
 * The start of each phase and the time of the navigation, in milliseconds from the start.
 * Source: spec section 4, "Transition overlay".
 * @param sinceStrobeMs time since the last strobe began; Infinity if there was none
 */
export function planTransition(
  variant: Variant,
  {
    reducedMotion,
    logoOnly,
    sinceStrobeMs,
  }: { reducedMotion: boolean; logoOnly: boolean; sinceStrobeMs: number },
): Plan {
  const logo = variant === 'soft' ? 'soft-logo' : 'logo'
  if (reducedMotion) {
    return { phases: [{ phase: logo, atMs: 0 }], navigateAtMs: reducedMotionNavigationMs }
  }
  if (logoOnly) return { phases: [{ phase: 'logo', atMs: 0 }], navigateAtMs: logoHoldMs }
  if (variant === 'soft') {
    return { phases: [{ phase: logo, atMs: 0 }], navigateAtMs: logoHoldMs }
  }
  if (sinceStrobeMs < strobeRestMs) {
    return { phases: [{ phase: logo, atMs: 0 }], navigateAtMs: logoHoldMs + settleMs }
  }
  return {
    phases: [
      { phase: 'strobe', atMs: 0 },
      { phase: logo, atMs: strobeMs },
    ],
    navigateAtMs: strobeMs + logoHoldMs + settleMs,
  }
}

/** The variant for a target path: `strobe` for home, `soft` for all others. Source: spec section 2. */
export const variantFor = (path: string): Variant => (path === '/' ? 'strobe' : 'soft')

/** The section of a path, its first segment. The overlay shows this section's picture. Null for home. */
export const sectionOf = (path: string): string | null => path.split('/')[1] || null
