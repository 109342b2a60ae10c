import { readStored } from '../../cms/platform/ui/storage.ts'
import { previewOf, showTransition, watchLogo } from './overlay.ts'
import { idle, logoOnlyKey, variantFor } from './phases.ts'
import { createPlayer } from './player.ts'
import { allowSkippedTransitions } from './skipped.ts'
import { $transition, setTransition } from './store.ts'
import { markIntroPlayed, takeIntro } from './take-intro.ts'

const player = createPlayer({
  now: () => performance.now(),
  reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  logoOnly: () => readStored<boolean>('localStorage', logoOnlyKey) === true,
  read: () => $transition.get(),
  write: setTransition,
})

/** Connects the overlay to its store, the router and user input, and plays the intro. */
export function startTransitions(): void {
  allowSkippedTransitions()
  $transition.listen(showTransition)
  document.addEventListener('astro:before-preparation', coverPreparation)
  document.addEventListener('astro:after-swap', player.arrive)
  document.addEventListener('astro:after-swap', startAtTop)
  // A page from the back/forward cache must not show the overlay.
  addEventListener('pageshow', (event) => event.persisted && player.reset())
  addEventListener('keydown', skipOnKey)
  for (const type of ['wheel', 'touchmove', 'scroll']) {
    addEventListener(type, skipIfIntro, { passive: true })
  }
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-press]')) player.skip()
  })
  watchLogo()
  playIntro()
}

/** Plays the intro if it covers the page (see `intro.ts`). Source: spec section 2. */
function playIntro(): void {
  if (takeIntro()) {
    void player.play({ targetPath: null, variant: 'strobe', previewImage: null })
  } else {
    showTransition(idle)
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
  if (to.pathname === '/') markIntroPlayed()
  if (navigationType === 'traverse' || from.pathname === to.pathname) {
    player.leave()
    return
  }
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

/** Every navigation without a fragment, including history traversals, starts at the top. Source: spec section 2. */
function startAtTop(): void {
  if (!location.hash) scrollTo({ top: 0, behavior: 'instant' })
}

// Any key skips the intro. During a navigation only Escape skips the animation, so that links keep working.
function skipOnKey(event: KeyboardEvent): void {
  // The space bar must not also scroll the page.
  if (event.key === ' ' && isIntro()) event.preventDefault()
  if (event.key === 'Escape') player.skip()
  else skipIfIntro()
}

const isIntro = (): boolean => {
  const { active, targetPath } = $transition.get()
  return active && targetPath === null
}

function skipIfIntro(): void {
  if (isIntro()) player.skip()
}
