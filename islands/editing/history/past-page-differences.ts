/** A text of an old page that reads differently today. */
export type Difference = {
  /** Unlike any other's on that page. */
  name: string
  id: string
  element: HTMLElement
  past: string
  today: string
}

const marks = `
[data-changed] { outline: 3px dashed #1f5fff; outline-offset: 4px; }
[data-changed][data-shown] { outline-style: solid; background: #1f5fff33; }
@media (forced-colors: active) { [data-changed] { outline-color: Mark; } }
`

/** Marks what reads differently today in a frame of `?at=`, and lists it. */
export function differencesIn(frame: HTMLIFrameElement): Difference[] {
  const inner = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!inner || !view) return []
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(marks)
  inner.adoptedStyleSheets.push(sheet)
  return [...inner.querySelectorAll<HTMLElement>('[data-changed]')].map((element, index) => {
    const id = element.dataset.cms ?? element.dataset.cmsImage ?? ''
    return {
      name: `${index}/${id}`,
      id,
      element,
      past: writtenIn(element),
      today: element.dataset.changed ?? '',
    }
  })
}

// As it was typed: with breaks, and in the letters it has without the style sheet.
function writtenIn(element: HTMLElement): string {
  const image = element.querySelector('img')
  if (image) return image.alt
  const copy = element.cloneNode(true) as HTMLElement
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n')
  const paragraphs = [...copy.querySelectorAll(':scope > p')]
  const parts = paragraphs.length ? paragraphs : [copy]
  return parts.map(({ textContent }) => (textContent ?? '').replace(/ *\n */g, '\n')).join('\n\n')
}

/** Scrolls the old page to one of them. */
export function goToDifference({ element }: Difference): void {
  for (const other of element.ownerDocument.querySelectorAll('[data-shown]')) {
    other.removeAttribute('data-shown')
  }
  element.dataset.shown = ''
  element.scrollIntoView({ block: 'center' })
}
