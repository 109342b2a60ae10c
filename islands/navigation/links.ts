const elsewhere = /^\/(cms|api|media|_next)(\/|$)|\.[a-z0-9]{2,11}$/i

/**
 * Whether an address of this site is a page that the router can put in place; the admin, the API and
 * files are the browser's to open.
 */
export const isPage = (url: URL): boolean => !elsewhere.test(url.pathname)

/** Marks links that the router must leave alone, when they are about to be used. */
export function leaveFilesToTheBrowser(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.href && !isPage(new URL(link.href))) link.dataset.astroReload = ''
    },
    { capture: true },
  )
}
