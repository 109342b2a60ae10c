let isStarted = false

/**
 * Shows other times as soon as room, people or day are chosen, without loading the page. Its listeners also work after
 * client navigations.
 */
export function startBook(): void {
  if (isStarted) return
  isStarted = true
  document.addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLElement && target.closest<HTMLFormElement>('form[data-live]')
    // On `/book` the button leads to the times; there, each change shows the others.
    if (!form || !timesOnPage() || !form.checkValidity()) return
    const url = new URL(form.action)
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    url.search = String(new URLSearchParams(fields))
    void showTimes(url)
  })
  document.addEventListener(
    'click',
    (event) => {
      const link =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('#times a')
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)
      if (!link || !isPlain) return
      event.preventDefault()
      event.stopPropagation()
      void showTimes(new URL(link.href), link.id)
    },
    true,
  )
}

const timesOnPage = () => document.getElementById('times')

let last: AbortController | null = null

/** Replaces the times. If this fails, the page is loaded. @param focused the id of the link that had the focus */
async function showTimes(url: URL, focused = ''): Promise<void> {
  last?.abort()
  const current = new AbortController()
  last = current
  url.hash = ''
  try {
    const reply = await fetch(url, { signal: current.signal })
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const times = page.getElementById('times')
    if (!reply.ok || !times) throw new Error('The page has no times.')
    if (current.signal.aborted) return
    timesOnPage()?.replaceWith(document.adoptNode(times))
    history.replaceState(history.state, '', url)
    const day = page.querySelector<HTMLInputElement>('#book-day')?.value
    const field = document.querySelector<HTMLInputElement>('#book-day')
    if (field && day) field.value = day
    const next = document.getElementById('wanted') ?? document.getElementById(focused)
    if (focused) next?.focus()
  } catch {
    if (!current.signal.aborted) location.assign(url)
  }
}
