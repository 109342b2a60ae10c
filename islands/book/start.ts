let isStarted = false

/** Shows the times as soon as room, people or day are chosen. Its listener also works after client navigations. */
export function startBook(): void {
  if (isStarted) return
  isStarted = true
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const form = target.closest<HTMLFormElement>('form[data-live]')
    // On `/book` the button leads to the times; there, each change shows the others.
    if (form && document.getElementById('times')) void showTimes(form)
  })
}

let last: AbortController | null = null

/** Replaces the times by those that fit the form. If this fails, the form’s button still works. */
async function showTimes(form: HTMLFormElement): Promise<void> {
  if (!form.checkValidity()) return
  last?.abort()
  const current = new AbortController()
  last = current
  const query = new URLSearchParams(
    [...new FormData(form)].map(([name, value]) => [name, String(value)]),
  )
  const url = new URL(form.action)
  url.search = String(query)
  try {
    const reply = await fetch(url, { signal: current.signal })
    if (!reply.ok) return
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const times = page.getElementById('times')
    if (!times || current.signal.aborted) return
    document.getElementById('times')?.replaceWith(document.adoptNode(times))
    url.hash = ''
    history.replaceState(history.state, '', url)
  } catch {
    // Aborted by a later change, or without a network.
  }
}
