const tilesPart = '[data-moment-tiles]'
const morePart = '[data-moment-more]'

/** Fetches a page of moments. @throws Error if it is none, such as after the session has ended */
export async function fetchPage(url: string | URL): Promise<Document> {
  const reply = await fetch(url, { cache: 'no-store' })
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
  if (!reply.ok || !page.querySelector('.moment-top'))
    throw new Error('This is no page of moments.')
  return page
}

let seen: Element | null = null

/** Adds earlier moments when the end of the wall comes into view. If that fails, the link stays. */
export function loadWhileScrolling(): void {
  const more = document.querySelector(morePart)
  if (!more || more === seen) return
  seen = more
  let isLoading = false
  const observer = new IntersectionObserver(
    async (entries) => {
      const link = more.querySelector<HTMLAnchorElement>('[rel="next"]')
      if (!entries.some(({ isIntersecting }) => isIntersecting) || !link || isLoading) return
      isLoading = true
      try {
        const page = await fetchPage(link.href)
        const added = [...(page.querySelector(tilesPart)?.children ?? [])]
        document.querySelector(tilesPart)?.append(...added.map((each) => document.adoptNode(each)))
        const next = page.querySelector<HTMLAnchorElement>(`${morePart} [rel="next"]`)
        if (next) link.href = next.href
        else link.remove()
      } catch {
        observer.disconnect()
      } finally {
        isLoading = false
      }
      // The observer reports changes only, and a short page may leave the link in view.
      observer.unobserve(more)
      if (more.querySelector('[rel="next"]')) observer.observe(more)
    },
    { rootMargin: '600px' },
  )
  observer.observe(more)
}

const refreshMs = 2500
const maxFailures = 5
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows what has become of the member’s uploads, until all are ready. New ones appear on the wall. */
export async function refresh(): Promise<void> {
  clearTimeout(timer)
  const own = document.querySelector('[data-moments-own]')
  if (!own) return
  try {
    const page = await fetchPage(location.pathname)
    failures = 0
    const next = page.querySelector('[data-moments-own]')
    if (next && next.innerHTML !== own.innerHTML) own.replaceWith(document.adoptNode(next))
    addNewest(page)
  } catch {
    failures++
  }
  const isBusy = document.querySelector('[data-moments-own][data-busy]') !== null
  if (isBusy && failures < maxFailures) timer = setTimeout(refresh, refreshMs)
}

/** Adds moments that are newer than the newest on the wall, unless the wall is filtered. */
function addNewest(page: Document): void {
  const tiles = document.querySelector(tilesPart)
  if (!tiles || location.search.includes('=')) return
  const idOf = (tile: Element) =>
    Number(tile.querySelector<HTMLElement>('[data-open-moment]')?.dataset.openMoment)
  const known = new Set([...tiles.children].map(idOf))
  const added = [...(page.querySelector(tilesPart)?.children ?? [])].filter(
    (tile) => !known.has(idOf(tile)),
  )
  if (!added.length) return
  tiles.prepend(...added.map((each) => document.adoptNode(each)))
  document.querySelector('.moment-empty')?.remove()
}

/** Takes a moment off the wall of this window. */
export function removeTile(id: string): void {
  document
    .querySelector(`[data-open-moment="${CSS.escape(id)}"]`)
    ?.closest('li')
    ?.remove()
}
