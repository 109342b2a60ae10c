import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Positioning } from '../../../cms/editing/contract.ts'

/** Where on the document a field stands, in pixels; `inPlace` false where the text can't be seen. */
export type FieldPlace = { top: number; left: number; width: number; inPlace: boolean }

const narrowest = 192
const edge = 8

function placeOf(element: HTMLElement | null): FieldPlace {
  const box = element?.getBoundingClientRect()
  const room = document.documentElement.clientWidth - 2 * edge
  // A menu over the page would close under a field beside it.
  if (!element || !box?.width || element.closest('[popover]:popover-open')) {
    const width = Math.min(480, room)
    const left = (document.documentElement.clientWidth - width) / 2
    return { top: innerHeight * 0.2, left, width, inPlace: false }
  }
  const { paddingTop, paddingLeft, paddingRight } = getComputedStyle(element)
  const [top, start, end] = [paddingTop, paddingLeft, paddingRight].map(Number.parseFloat)
  const inner = { left: box.left + (start ?? 0), width: box.width - (start ?? 0) - (end ?? 0) }
  const width = Math.min(Math.max(inner.width, narrowest), room)
  const left = Math.max(edge, Math.min(inner.left, room + edge - width))
  return { top: box.top + (top ?? 0) + scrollY, left: left + scrollX, width, inPlace: true }
}

/** Keeps a field over the text it stands for, whatever the page does meanwhile. */
export function useFieldPlace(
  element: HTMLElement | null,
  positioning: Positioning | undefined,
): FieldPlace {
  const [place, setPlace] = useState(() => placeOf(element))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position moves the text
  useLayoutEffect(() => {
    const follow = () => setPlace(placeOf(element))
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(document.body)
    if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [element, positioning])
  return place
}

const copied = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStretch',
  'fontStyle',
  'fontVariantNumeric',
  'letterSpacing',
  'wordSpacing',
  'lineHeight',
  'textAlign',
  'textTransform',
  'color',
] as const

/** The type of a text, for the field that stands in its place. */
export function typeOf(element: HTMLElement): Record<string, string> {
  const inner = element.querySelector<HTMLElement>(':scope > p') ?? element
  const style = getComputedStyle(inner)
  return Object.fromEntries(copied.map((name) => [name, style[name]]))
}

/** Lets a field be as high as its text, where the browser doesn't by itself. */
export function useGrowth(ref: RefObject<HTMLElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: more text needs more room
  useLayoutEffect(() => {
    const field = ref.current
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }, [ref, text])
}
