let loaded: Promise<void> | undefined

/**
 * Loads and mounts the gate's dialogs and toasts, once.
 * @throws Error if they could not be loaded; the next call retries
 */
export function loadGateUi(): Promise<void> {
  // The page's islands use the same client entry. Another import would load React twice.
  loaded ??= Promise.all([import('./mount-ui.ts'), import('@astrojs/react/client.js')]).then(
    ([{ mountGateUi }, react]) => mountGateUi(react.default),
  )
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}
