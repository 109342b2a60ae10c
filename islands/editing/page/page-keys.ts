import { isPlainElement } from './plain-elements.ts'

const selector = '[data-cms], [data-cms-image]'

export const idOfElement = ({ dataset }: HTMLElement): string =>
  dataset.cms ?? dataset.cmsImage ?? ''

/** What can be edited on the page, in its order; with an id, every place where that key stands. */
export const keyElements = (id?: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => id === undefined || idOfElement(element) === id,
  )

/** Those that can be seen and so be gone to. */
export const reachableElements = (): HTMLElement[] =>
  keyElements().filter((element) => element.checkVisibility({ visibilityProperty: true }))

export const elementAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

/** What has the focus and opens a key: the element, or a button in it where its own role must stay. */
export const openerOf = (element: HTMLElement): HTMLElement =>
  element.querySelector<HTMLElement>(':scope > [data-ed-open]') ?? element

/** Makes every key of the page a button that keys and screen readers find. */
export function prepareKeys(nameOf: (id: string, words: string) => string): void {
  for (const element of keyElements()) {
    if (!('edKey' in element.dataset)) prepare(element)
    const opener = openerOf(element)
    const name = nameOf(idOfElement(element), wordsIn(opener))
    mark(opener, 'aria-label', name)
  }
}

// What can be read there, so that whoever says it finds the button by it.
function wordsIn(opener: HTMLElement): string {
  const image = opener.querySelector('img')
  if (image) return image.alt
  const copy = opener.cloneNode(true) as HTMLElement
  for (const paragraph of copy.querySelectorAll('p')) paragraph.append(' ')
  for (const line of copy.querySelectorAll('br')) line.replaceWith(' ')
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

function prepare(element: HTMLElement): void {
  element.dataset.edKey = ''
  // Inside a button nothing can be gone to, and what is a link would lead away.
  for (const link of element.querySelectorAll('a')) link.removeAttribute('href')
  // What leads away by its words is gone to from the open text.
  const around = element.closest('a')
  if (around) around.tabIndex = -1
  let opener = element
  if (!isPlainElement(element.localName)) {
    opener = document.createElement('span')
    opener.dataset.edOpen = ''
    opener.append(...element.childNodes)
    element.append(opener)
  }
  opener.setAttribute('role', 'button')
  opener.tabIndex = 0
}

/** Sets an attribute, or takes it away. What is there already is left alone: pages are long. */
export function mark(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
