import type { KeyboardEvent } from 'react'

/** A handler for `onKeyDown` of what a view is exchanged for: Escape goes back. */
export const onEscape =
  (goBack: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') goBack()
  }
