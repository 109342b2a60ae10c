const selector = '[data-cms], [data-cms-image]'
const plainElements = new Set(['a', 'div', 'figure', 'p', 'span', 'strong', 'em', 'b', 'small'])

export const idOfElement = ({ dataset }: HTMLElement): string =>
  dataset.cms ?? dataset.cmsImage ?? ''

/** The page's editable elements in document order; with an id, only the elements of this key. */
export const keyElements = (id?: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => id === undefined || idOfElement(element) === id,
  )

const isVisible = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })

export const visibleElements = (id?: string): HTMLElement[] => keyElements(id).filter(isVisible)

export const closestKeyElement = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

/** The button that opens a key: the element itself, or the button inside it (see `addButton`). */
export const buttonOf = (element: HTMLElement): HTMLElement =>
  element.querySelector<HTMLElement>(':scope > [data-ed-open]') ?? element

/** Makes every key of the page a button for keyboards and screen readers. */
export function addKeyButtons(nameOf: (id: string, text: string) => string): void {
  for (const element of keyElements()) {
    if (!('edKey' in element.dataset)) addButton(element)
    const button = buttonOf(element)
    setOrRemove(button, 'aria-label', nameOf(idOfElement(element), visibleText(button)))
  }
}

// The button's name includes its visible text, so that speech input can find it.
function visibleText(button: HTMLElement): string {
  const image = button.querySelector('img')
  if (image) return image.alt
  const copy = button.cloneNode(true) as HTMLElement
  for (const paragraph of copy.querySelectorAll('p')) paragraph.append(' ')
  for (const line of copy.querySelectorAll('br')) line.replaceWith(' ')
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

function addButton(element: HTMLElement): void {
  element.dataset.edKey = ''
  // A button may not contain links, and a click on the key must not navigate.
  for (const link of element.querySelectorAll('a')) link.removeAttribute('href')
  // A link around the key is no tab stop. If it leads to a page of the site, the editor's panel has a link to that
  // page.
  const around = element.closest('a')
  if (around) around.tabIndex = -1
  let button = element
  // Source: ARIA in HTML. A heading, list item or term keeps its role and contains a button.
  if (!plainElements.has(element.localName)) {
    button = document.createElement('span')
    button.dataset.edOpen = ''
    button.append(...element.childNodes)
    element.append(button)
  }
  button.setAttribute('role', 'button')
  button.tabIndex = 0
}

/** Sets or removes an attribute. Unchanged attributes are not written, because pages have many keys. */
export function setOrRemove(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
