let shown: Promise<void> | undefined

/**
 * Fetches what the gate shows over the page, and puts it there.
 * @throws Error where it could not be fetched; the next call tries again
 */
export function showRoom(): Promise<void> {
  // React comes as it does for the page's islands: asked for otherwise, it would be there twice.
  shown ??= Promise.all([import('./mount-ui.ts'), import('@astrojs/react/client.js')]).then(
    ([{ mountRoom }, react]) => mountRoom(react.default),
  )
  shown.catch(() => {
    shown = undefined
  })
  return shown
}
