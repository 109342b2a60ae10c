import { introKey, logoHoldMs, removalMs } from '../islands/transition/phases.ts'

/** The longest time for which the intro covers the page while the page's script is loaded. */
const maxWaitMs = 1500

type Connection = { saveData?: boolean; effectiveType?: string }
type Times = { key: string; waitMs: number; logoMs: number; fadeMs: number }

/**
 * Covers the home page with the intro before its first paint, once per browser session. It sets
 * `data-intro` on the root element:
 * - `cover`: the overlay waits for the page's script, which plays the intro
 * - `logo`: with data saving or on a slow connection, only the logo is shown
 * - `leaving`: the overlay fades
 *
 * A key, a click or scrolling starts the fade. The space bar then does not also scroll the page. When the
 * page's script plays the intro, it removes the attribute, and these events no longer start the fade.
 * After the fade the overlay does not return.
 *
 * The function runs as an inline script, so it must not use names that are defined outside of it.
 */
export function coverWithIntro({ key, waitMs, logoMs, fadeMs }: Times): void {
  const { dataset } = document.documentElement
  try {
    if (sessionStorage.getItem(key) === '1') return
    sessionStorage.setItem(key, '1')
  } catch {
    return
  }
  const { connection } = navigator as { connection?: Connection }
  const isSlow = connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')
  dataset.intro = isSlow ? 'logo' : 'cover'
  const leave = (event?: Event) => {
    if (!dataset.intro || dataset.intro === 'leaving') return
    if ((event as KeyboardEvent)?.key === ' ') event?.preventDefault()
    dataset.intro = 'leaving'
    setTimeout(() => {
      if (dataset.intro === 'leaving') delete dataset.intro
    }, fadeMs)
  }
  setTimeout(leave, isSlow ? logoMs : waitMs)
  for (const type of ['keydown', 'click', 'wheel', 'touchmove', 'scroll']) {
    addEventListener(type, leave, { once: true })
  }
}

const times: Times = {
  key: introKey,
  waitMs: maxWaitMs,
  logoMs: logoHoldMs,
  fadeMs: removalMs,
}

/** The inline script. The content security policy of all pages contains its hash. */
export const introScript = `(${coverWithIntro})(${JSON.stringify(times)})`.replace(/\s+/g, ' ')
