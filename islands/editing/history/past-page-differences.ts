/** A text or picture of a past page that differs from today's page. */
export type Difference = {
  reactKey: string
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

/** Lists and outlines the differences that the server marked in the iframe of a past page (`?at=`). */
export function listDifferences(frame: HTMLIFrameElement): Difference[] {
  const inner = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!inner || !view) return []
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(marks)
  inner.adoptedStyleSheets.push(sheet)
  return [...inner.querySelectorAll<HTMLElement>('[data-changed]')].map((element, index) => {
    const id = element.dataset.cms ?? element.dataset.cmsImage ?? ''
    return {
      reactKey: `${index}/${id}`,
      id,
      element,
      past: sourceText(element),
      today: element.dataset.changed ?? '',
    }
  })
}

// The text with its line breaks and in its original case. Style sheets may show it in another case.
function sourceText(element: HTMLElement): string {
  const image = element.querySelector('img')
  if (image) return image.alt
  const copy = element.cloneNode(true) as HTMLElement
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n')
  const paragraphs = [...copy.querySelectorAll(':scope > p')]
  const parts = paragraphs.length ? paragraphs : [copy]
  return parts
    .map(({ textContent }) => (textContent ?? '').replace(/(?<! ) *\n */g, '\n'))
    .join('\n\n')
}

export function scrollToDifference({ element }: Difference): void {
  for (const other of element.ownerDocument.querySelectorAll('[data-shown]')) {
    other.removeAttribute('data-shown')
  }
  element.dataset.shown = ''
  element.scrollIntoView({ block: 'center' })
}
