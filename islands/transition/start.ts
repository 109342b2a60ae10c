import { previewOf, showTransition, watchLogo } from './overlay.ts'
import { idle, variantFor } from './phases.ts'
import { createPlayer } from './player.ts'
import { $transition, setTransition } from './store.ts'

const introKey = 'introPlayed'

const player = createPlayer({
  now: () => performance.now(),
  reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  read: () => $transition.get(),
  write: setTransition,
})

/** Connects the overlay to its store, the router and user input, and plays the intro. */
export function startTransitions(): void {
  $transition.listen(showTransition)
  document.addEventListener('astro:before-preparation', coverPreparation)
  document.addEventListener('astro:after-swap', player.arrive)
  document.addEventListener('astro:after-swap', startAtTop)
  // A page from the back/forward cache returns without the overlay.
  addEventListener('pageshow', (event) => event.persisted && player.reset())
  addEventListener('keydown', skipOnKey)
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-press]')) player.skip()
  })
  watchLogo()
  playIntro()
}

/** Plays the intro on the home route, once per browser session. Source: spec section 2. */
function playIntro(): void {
  if (location.pathname === '/' && claimIntro()) {
    void player.play({ targetPath: null, variant: 'strobe', previewImage: null })
  } else {
    showTransition(idle)
  }
}

/** Marks the intro as played. @returns whether it was not; false where there is no session storage */
function claimIntro(): boolean {
  try {
    const played = sessionStorage.getItem(introKey) === '1'
    sessionStorage.setItem(introKey, '1')
    return !played
  } catch {
    return false
  }
}

type Preparation = Event & {
  from: URL
  to: URL
  navigationType: 'push' | 'replace' | 'traverse'
  loader: () => Promise<void>
}

/**
 * Loads the page while the overlay plays. History traversals and navigations within a page have no
 * overlay.
 */
function coverPreparation(event: Event): void {
  const preparation = event as Preparation
  const { from, to, navigationType } = preparation
  if (navigationType === 'traverse' || from.pathname === to.pathname) {
    player.leave()
    return
  }
  // A transition to the home page replaces the intro.
  if (to.pathname === '/') claimIntro()
  const load = preparation.loader
  const timeToNavigate = player.play({
    targetPath: to.pathname,
    variant: variantFor(to.pathname),
    previewImage: previewOf(to.pathname)?.image ?? null,
  })
  preparation.loader = async () => {
    await Promise.all([load(), timeToNavigate])
  }
}

/** Every navigation without a fragment starts at the top, history traversals too. Source: spec section 2. */
function startAtTop(): void {
  if (!location.hash) scrollTo({ top: 0, behavior: 'instant' })
}

// Any key skips the intro; during a navigation only Escape, so that links keep working.
function skipOnKey(event: KeyboardEvent): void {
  if (event.key === 'Escape' || $transition.get().targetPath === null) player.skip()
}
