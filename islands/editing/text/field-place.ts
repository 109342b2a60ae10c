import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Positioning } from '../../../cms/features/content/editing/contract.ts'

/**
 * A field's place in CSS pixels. If `inPlace` is true, the field covers its text, and the place is relative to the
 * document. Otherwise the text is invisible, or is in an open popover, and the place is relative to the viewport.
 */
export type FieldPlace = { top: number; left: number; width: number; inPlace: boolean }

const minWidthPx = 192
const edgePx = 8

function placeOf(element: HTMLElement | null): FieldPlace {
  const box = element?.getBoundingClientRect()
  const maxWidth = document.documentElement.clientWidth - 2 * edgePx
  // Focusing a field over an open popover would close the popover.
  if (!element || !box?.width || element.closest('[popover]:popover-open')) {
    const width = Math.min(480, maxWidth)
    const left = (document.documentElement.clientWidth - width) / 2
    return { top: innerHeight * 0.2, left, width, inPlace: false }
  }
  const { paddingTop, paddingLeft, paddingRight } = getComputedStyle(element)
  const [top, start, end] = [paddingTop, paddingLeft, paddingRight].map(Number.parseFloat)
  const inner = { left: box.left + (start ?? 0), width: box.width - (start ?? 0) - (end ?? 0) }
  const width = Math.min(Math.max(inner.width, minWidthPx), maxWidth)
  const left = Math.max(edgePx, Math.min(inner.left, maxWidth + edgePx - width))
  return { top: box.top + (top ?? 0) + scrollY, left: left + scrollX, width, inPlace: true }
}

/** Places a field over an element and follows its layout. */
export function useFieldPlace(
  element: HTMLElement | null,
  positioning: Positioning | undefined,
): FieldPlace {
  const [place, setPlace] = useState(() => placeOf(element))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position moves the element
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

const fontProperties = [
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

export function fontStyleOf(element: HTMLElement): Record<string, string> {
  const inner = element.querySelector<HTMLElement>(':scope > p') ?? element
  const style = getComputedStyle(inner)
  return Object.fromEntries(fontProperties.map((name) => [name, style[name]]))
}

/** Fits a field's height to its text in browsers without `field-sizing`. */
export function useAutoHeight(ref: RefObject<HTMLElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text determines the height
  useLayoutEffect(() => {
    const field = ref.current
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }, [ref, text])
}
