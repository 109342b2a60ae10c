import type { Positioning } from '../../../cms/features/content/editing/contract.ts'
import { positionProperties, positionStyle } from '../../../cms/features/content/position.ts'
import { titleLines } from '../../../cms/features/content/title-lines.ts'
import { buttonOf } from './page-keys.ts'

const emptyText = '\u00a0'
// Whether the server rendered each element's text as paragraphs. Stored here, because an emptied element does not show
// it any more.
const paragraphFlags = new WeakMap<HTMLElement, boolean>()

function appendLines(into: HTMLElement, text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) into.append(' ', document.createElement('br'))
    into.append(line)
  }
}

/** Renders a text into an element as the server does. */
export function showText(element: HTMLElement, text: string): void {
  const holder = buttonOf(element)
  const inParagraphs = paragraphFlags.get(element) ?? holder.querySelector(':scope > p') !== null
  paragraphFlags.set(element, inParagraphs)
  const written = text.trim() ? text : emptyText
  const isFitted = element.style.getPropertyValue('--line') !== ''
  const shown = isFitted ? fitLetters(element, written) : written
  holder.replaceChildren()
  if (!inParagraphs) appendLines(holder, shown)
  else {
    for (const paragraph of shown.split(/\n{2,}/).filter(Boolean)) {
      appendLines(holder.appendChild(document.createElement('p')), paragraph)
    }
  }
}

/** Positions an element. Without `positioning`, the element gets the layout's default position. */
export function showPosition(element: HTMLElement, positioning: Positioning | undefined): void {
  for (const property of positionProperties) element.style.removeProperty(property)
  if (!positioning) return
  for (const declaration of positionStyle(positioning).split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    element.style.setProperty(property, value)
  }
}

// Updates the text's measured widths, from which the style sheet computes the font size. @returns the text with its
// line breaks
function fitLetters(element: HTMLElement, text: string): string {
  const probe = document.createElement('span')
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre;font-size:100px'
  element.append(probe)
  const widthOf = (part: string) => {
    probe.textContent = part
    return Math.ceil(probe.getBoundingClientRect().width * 10 + 12) / 1000
  }
  const { lines, widths, isLong, isFull } = titleLines(text, widthOf)
  probe.remove()
  for (const [name, width] of Object.entries(widths)) element.style.setProperty(name, String(width))
  element.classList.toggle('long', isLong)
  element.classList.toggle('full', isFull)
  return lines.join('\n')
}
