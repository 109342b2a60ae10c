import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the element with `data-focus` when a view is exchanged for another: the button
 * that was pressed is gone then.
 * @param view identifies what is shown; the first view takes no focus
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
