import { optOutCookie } from '../../cms/features/analytics/rules.ts'

/** Whether visits of this browser are counted. `signal`: no, because the browser sends Global Privacy Control. */
type Choice = 'counted' | 'opted-out' | 'signal'

/** Lets visitors decide whether this browser's visits are counted, on this page and on the following pages. */
export function startOptOut(): void {
  // `astro:page-load` may already have fired for the first page when this script runs.
  show()
  document.addEventListener('astro:page-load', show)
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-count]')
    if (!button) return
    const { name, value, maxAgeSeconds } = optOutCookie
    const isOut = button.dataset.count === 'no'
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    document.cookie = `${name}=${value}; Path=/; Max-Age=${isOut ? maxAgeSeconds : 0}; SameSite=Lax${secure}`
    show()
    // The pressed button is hidden now, so the other button gets the focus.
    document.querySelector<HTMLElement>('[data-count]:not([hidden])')?.focus()
  })
}

/** Shows the parts of the page that fit the current choice. */
function show(): void {
  const choice = readChoice()
  for (const part of document.querySelectorAll<HTMLElement>('[data-opt-out] [data-when]')) {
    part.hidden = part.dataset.when !== choice
  }
}

function readChoice(): Choice {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'signal'
  const { name, value } = optOutCookie
  return document.cookie.split('; ').includes(`${name}=${value}`) ? 'opted-out' : 'counted'
}
