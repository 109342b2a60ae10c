/** A name without case and accents, as in the rows' `data-search`. */
const searchable = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Filters the rows while somebody types. */
export function startSearch(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>('[data-search]:is(form)')
  const field = form?.querySelector<HTMLInputElement>('[type=search]')
  // The server has filtered the page, so that not all rows are here.
  if (!form || !field || new URLSearchParams(location.search).get('q')) return
  const none = root.querySelector<HTMLElement>('[data-none]')
  const rows = [...root.querySelectorAll<HTMLElement>('[data-guest]')]
  const groups = [...root.querySelectorAll<HTMLElement>('[data-group]')]
  const filter = () => {
    const wanted = searchable(field.value)
    for (const row of rows) row.hidden = !row.dataset.search?.includes(wanted)
    for (const group of groups) group.hidden = !group.querySelector('[data-guest]:not([hidden])')
    if (none) none.hidden = rows.some(({ hidden }) => !hidden) || rows.length === 0
  }
  field.addEventListener('input', filter)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    filter()
    const found = rows.filter(({ hidden }) => !hidden)
    // One match: the next key press checks it in.
    if (found.length === 1) found[0]?.querySelector<HTMLElement>('.tap')?.focus()
    else field.blur()
  })
}
