// Up to this scroll position, the page counts as not scrolled.
const atTopPx = 16

/** Marks the navigation while the page is scrolled. The mark gives it a background. */
export function markScrolled(): void {
  const update = () => {
    const isScrolled = scrollY > atTopPx
    document.querySelector('body > .site-nav')?.toggleAttribute('data-scrolled', isScrolled)
  }
  update()
  addEventListener('scroll', update, { passive: true })
  document.addEventListener('astro:after-swap', update)
}
