const longestWaitMs = 300

/**
 * Fetches the page's modules once its letters have been painted, and those of every page that the
 * router puts in its place. The server writes their addresses as `data-src`, so that on a slow line
 * nothing is fetched before what can be read.
 */
export function loadAfterPaint(): void {
  const loaded = new Set<string>()
  const load = () => {
    for (const { dataset } of document.querySelectorAll<HTMLElement>('script[data-src]')) {
      if (!dataset.src || loaded.has(dataset.src)) continue
      loaded.add(dataset.src)
      void import(/* @vite-ignore */ dataset.src)
    }
  }
  const letters = document.fonts.load("880 1em 'Archivo Poster'")
  const late = new Promise((resolve) => setTimeout(resolve, longestWaitMs))
  void Promise.race([letters, late])
    .catch(() => {})
    // A tab in the background paints nothing and need not wait.
    .then(
      () =>
        new Promise<unknown>((resolve) =>
          document.hidden ? resolve(0) : requestAnimationFrame(resolve),
        ),
    )
    .then(() => setTimeout(load))
  document.addEventListener('astro:after-swap', load)
}
