import { searchable } from '../../../cms/platform/ui/searchable.ts'

/** Filters the rows while somebody types. */
export function startSearch(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>('[data-search]:is(form)')
  const field = form?.querySelector<HTMLInputElement>('[type=search]')
  // With `q`, the server has filtered the list, so a filter here would miss the guests that the server left out.
  if (!form || !field || new URLSearchParams(location.search).get('q')) return
  const noMatch = root.querySelector<HTMLElement>('[data-none]')
  const rows = [...root.querySelectorAll<HTMLElement>('[data-guest]')]
  const groups = [...root.querySelectorAll<HTMLElement>('[data-group]')]
  const filter = () => {
    const wanted = searchable(field.value)
    for (const row of rows) row.hidden = !row.dataset.search?.includes(wanted)
    for (const group of groups) group.hidden = !group.querySelector('[data-guest]:not([hidden])')
    if (noMatch) noMatch.hidden = rows.some(({ hidden }) => !hidden) || rows.length === 0
  }
  field.addEventListener('input', filter)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    filter()
    const found = rows.filter(({ hidden }) => !hidden)
    // If one guest matches, their check-in button gets the focus, so that Enter checks them in.
    if (found.length === 1) found[0]?.querySelector<HTMLElement>('.tap')?.focus()
    else field.blur()
  })
}
