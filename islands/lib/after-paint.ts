const maxWaitMs = 300

/**
 * Imports the modules of this page after its headline has been painted, and those of each later page as soon as that
 * page is swapped in. The server writes the URLs of the modules as `data-src`, so that slow connections load the text
 * first.
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
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  void Promise.race([headlineFont, timeout])
    .catch(() => {})
    // A hidden tab does not paint, so it does not wait for the headline.
    .then(
      () =>
        new Promise<unknown>((resolve) =>
          document.hidden ? resolve(0) : requestAnimationFrame(resolve),
        ),
    )
    .then(() => setTimeout(load))
  document.addEventListener('astro:after-swap', load)
}
