const nativePath = /^\/(cms|api|media|_next)(\/|$)|\.[a-z0-9]{2,11}$/i

/** Whether the router can show a URL of this site; the admin, the API and files need a native navigation. */
export const isPage = (url: URL): boolean => !nativePath.test(url.pathname)

/** Makes clicked links to files, the admin and the API navigate natively. */
export function navigateFilesNatively(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.href && !isPage(new URL(link.href))) link.dataset.astroReload = ''
    },
    { capture: true },
  )
}
