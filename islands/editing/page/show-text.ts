import type { Positioning } from '../../../cms/editing/contract.ts'
import { positionProperties, positionStyle } from '../../../cms/editing/position.ts'

const emptyText = '\u00a0'
const composed = new WeakMap<HTMLElement, 'paragraphs' | 'lines'>()

// What a key's words stand in: the element itself, or the button that edit mode put into it.
const holderOf = (element: HTMLElement): HTMLElement =>
  element.querySelector<HTMLElement>(':scope > [data-ed-open]') ?? element

function compositionOf(element: HTMLElement, holder: HTMLElement): 'paragraphs' | 'lines' {
  const known = composed.get(element)
  if (known) return known
  const kind = holder.querySelector(':scope > p') ? 'paragraphs' : 'lines'
  composed.set(element, kind)
  return kind
}

function appendLines(into: HTMLElement, text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) into.append(' ', document.createElement('br'))
    into.append(line)
  }
}

/** Puts a text into the page as the server would have rendered it. */
export function showText(element: HTMLElement, text: string): void {
  const holder = holderOf(element)
  const kind = compositionOf(element, holder)
  holder.replaceChildren()
  const shown = text.trim() ? text : emptyText
  if (kind === 'lines') appendLines(holder, shown)
  else {
    for (const paragraph of shown.split(/\n{2,}/).filter(Boolean)) {
      appendLines(holder.appendChild(document.createElement('p')), paragraph)
    }
  }
  if (element.style.getPropertyValue('--line')) fitLetters(element, shown)
}

/** Puts an element where its positioning says; without one, where the composition has it. */
export function showPosition(element: HTMLElement, positioning: Positioning | undefined): void {
  for (const property of positionProperties) element.style.removeProperty(property)
  if (!positioning) return
  for (const declaration of positionStyle(positioning).split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    element.style.setProperty(property, value)
  }
}

// Posters divide their measure by the width of their letters: new words, new widths.
function fitLetters(element: HTMLElement, text: string): void {
  const probe = document.createElement('span')
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre;font-size:100px'
  element.append(probe)
  const widthOf = (words: string) => {
    probe.textContent = words
    return Math.ceil(probe.getBoundingClientRect().width * 10 + 12) / 1000
  }
  const widest = (parts: string[]) => Math.max(1, ...parts.map(widthOf))
  const lines = text.split('\n')
  const widths = {
    '--line': widest(lines),
    '--word': widest(text.split(/\s+/).filter(Boolean)),
    '--all': widest([lines.join(' ')]),
  }
  probe.remove()
  for (const [name, width] of Object.entries(widths)) element.style.setProperty(name, String(width))
}
