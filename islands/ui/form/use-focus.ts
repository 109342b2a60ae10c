import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus where something happens: a press that takes the pressed button away gives it to what
 * carries `data-focus` then.
 * @param shown what is shown; the first is nobody's press
 * @returns for the place in which it is looked for
 */
export function useFocusOn<Place extends HTMLElement>(shown: unknown): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const target = place.current?.querySelector<HTMLElement>('[data-focus]')
    target?.focus()
    if (target instanceof HTMLInputElement) target.select()
  }, [shown])
  return place
}
