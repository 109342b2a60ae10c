import type { KeyboardEvent } from 'react'

/** An `onKeyDown` handler for a view that temporarily replaces another: Escape goes back. */
export const onEscape =
  (goBack: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') goBack()
  }
