const everyMs = 10_000
const part = '[data-waiting]'

/** Reads the page of guests who wait again and again, and shows their new place, until they get a table. */
export function keepLooking(): void {
  const look = async () => {
    const shown = document.querySelector<HTMLElement>(part)
    if (shown?.dataset.waiting !== 'waiting') return
    const response = await fetch(location.href).catch(() => null)
    if (response?.ok) {
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      const found = page.querySelector<HTMLElement>(part)
      if (found && found.textContent !== shown.textContent) shown.replaceWith(found)
    }
    setTimeout(look, everyMs)
  }
  setTimeout(look, everyMs)
}
