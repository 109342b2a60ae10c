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

/** Connects the overlay with its store, the router and the person, and plays the intro. */
export function startTransitions(): void {
  $transition.listen(showTransition)
  document.addEventListener('astro:before-preparation', coverPreparation)
  document.addEventListener('astro:after-swap', player.arrive)
  document.addEventListener('astro:after-swap', startAtTop)
  // A page that comes back from the browser's memory comes back without what covered it.
  addEventListener('pageshow', (event) => event.persisted && player.reset())
  addEventListener('keydown', hurryOnKey)
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-press]')) player.hurry()
  })
  watchLogo()
  playIntro()
}

/**
 * Once per browser session, on the home route, leading nowhere. Source: spec section 2. Whoever
 * reached home behind the overlay has seen it.
 */
function playIntro(): void {
  if (location.pathname === '/' && takeIntro()) {
    void player.play({ targetPath: null, variant: 'strobe', previewImage: null })
  } else {
    showTransition(idle)
  }
}

// Without a session store nobody can tell what was played, so nothing is.
function takeIntro(): boolean {
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
 * The page is fetched while the overlay plays and put in place midway. Going through the history
 * and to another view of the same page needs no overlay.
 */
function coverPreparation(event: Event): void {
  const preparation = event as Preparation
  const { from, to, navigationType } = preparation
  if (navigationType === 'traverse' || from.pathname === to.pathname) {
    player.leave()
    return
  }
  if (to.pathname === '/') takeIntro()
  const load = preparation.loader
  const midway = player.play({
    targetPath: to.pathname,
    variant: variantFor(to.pathname),
    previewImage: previewOf(to.pathname)?.image ?? null,
  })
  preparation.loader = async () => {
    await Promise.all([load(), midway])
  }
}

/**
 * Every navigation starts at the top, one through the history too, which the router would take to
 * where the page was left. A fragment still leads to its place. Source: spec section 2.
 */
function startAtTop(): void {
  if (!location.hash) scrollTo({ top: 0, behavior: 'instant' })
}

// Any key ends the intro; on the way to a page only Escape, so that links can still be followed.
function hurryOnKey(event: KeyboardEvent): void {
  if (event.key === 'Escape' || $transition.get().targetPath === null) player.hurry()
}
