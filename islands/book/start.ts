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
    // On `/book` the button leads to the times; there, each change shows the others. `checkValidity` would send an event,
    // which shows messages and moves the focus.
    if (!form || !timesOnPage() || form.matches(':invalid')) return
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
      // Links to other pages lead there.
      if (!link || !isPlain || link.pathname !== location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      void showTimes(new URL(link.href), link.id)
    },
    true,
  )
}

const timesOnPage = () => document.getElementById('times')

let last: AbortController | null = null

/**
 * Replaces the times. Until then, those on the page can't be pressed, because they are those of something else. If there
 * is no network, the page stays and says so.
 * @param focused the id of the link that was pressed; without one, the form was changed
 */
async function showTimes(url: URL, focused = ''): Promise<void> {
  last?.abort()
  const current = new AbortController()
  last = current
  url.hash = ''
  const former = timesOnPage()
  setBusy(former, true)
  try {
    const reply = await fetch(url, { signal: current.signal })
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const times = page.getElementById('times')
    if (current.signal.aborted) return
    if (!reply.ok || !times) {
      location.assign(url)
      return
    }
    const next = document.adoptNode(times)
    timesOnPage()?.replaceWith(next)
    history.replaceState(history.state, '', url)
    const day = page.querySelector<HTMLInputElement>('#book-day')?.value
    const field = document.querySelector<HTMLInputElement>('#book-day')
    if (field && day) field.value = day
    say(next.querySelector('h2')?.textContent ?? '')
    const { top, bottom } = next.getBoundingClientRect()
    if (top > innerHeight - 120 || bottom < 0) next.scrollIntoView()
    if (focused) (document.getElementById('wanted') ?? document.getElementById(focused))?.focus()
  } catch {
    if (current.signal.aborted) return
    say(status()?.dataset.failed ?? '', { isShown: true })
    // After another choice in the form, the times stay locked. The form is as before if a link was pressed.
    if (!focused) return
    setBusy(former, false)
    document.getElementById(focused)?.focus()
  }
}

function setBusy(times: HTMLElement | null, isBusy: boolean): void {
  if (!times) return
  times.ariaBusy = String(isBusy)
  times.inert = isBusy
}

const status = () => document.getElementById('times-status')

function say(text: string, { isShown = false } = {}): void {
  const element = status()
  if (!element) return
  element.textContent = text.replace(/\s+/g, ' ').trim()
  element.classList.toggle('sr', !isShown)
}
