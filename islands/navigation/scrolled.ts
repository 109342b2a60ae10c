// About where the navigation's text leaves the top of the page.
const atTopPx = 16

/** Marks the navigation while the page is scrolled: it gets a background then. */
export function markScrolled(): void {
  const update = () => {
    const isScrolled = scrollY > atTopPx
    document.querySelector('body > .site-nav')?.toggleAttribute('data-scrolled', isScrolled)
  }
  update()
  addEventListener('scroll', update, { passive: true })
  document.addEventListener('astro:after-swap', update)
}
