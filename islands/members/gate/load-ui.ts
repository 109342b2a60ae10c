let loaded: Promise<void> | undefined

/**
 * Loads and mounts the gate's dialogs and toasts, once.
 * @throws Error where they could not be loaded; the next call retries
 */
export function loadGateUi(): Promise<void> {
  // The client entry of the page's islands: imported otherwise, React would be loaded twice.
  loaded ??= Promise.all([import('./mount-ui.ts'), import('@astrojs/react/client.js')]).then(
    ([{ mountGateUi }, react]) => mountGateUi(react.default),
  )
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}
