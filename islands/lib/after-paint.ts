const maxWaitMs = 300

/**
 * Imports the page's modules after its headline has been painted, and those of each page that follows.
 * The server writes their URLs as `data-src`, so that on slow connections text is loaded first.
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
  const headlineFont = document.fonts.load("880 1em 'Archivo Poster'")
  const late = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  void Promise.race([headlineFont, late])
    .catch(() => {})
    // A hidden tab paints nothing.
    .then(
      () =>
        new Promise<unknown>((resolve) =>
          document.hidden ? resolve(0) : requestAnimationFrame(resolve),
        ),
    )
    .then(() => setTimeout(load))
  document.addEventListener('astro:after-swap', load)
}
