import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the element with `data-focus` when another view is shown, because the pressed
 * button was removed with the old view.
 * @param view identifies the view; the first view is not focused
 * @returns a ref for the element that contains the views
 */
export function useFocusOn<Container extends HTMLElement>(
  view: unknown,
): RefObject<Container | null> {
  const container = useRef<Container>(null)
  const previous = useRef(view)
  useEffect(() => {
    if (previous.current === view) return
    previous.current = view
    const target = container.current?.querySelector<HTMLElement>('[data-focus]')
    target?.focus()
    if (target instanceof HTMLInputElement) target.select()
  }, [view])
  return container
}
