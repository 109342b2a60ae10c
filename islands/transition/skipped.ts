/**
 * Handles the rejection of `ready` of view transitions. The router skips a view transition when another navigation
 * follows. Then `ready` rejects, which the router does not handle, so the browser would report an uncaught error.
 * Errors while a page is swapped also reject `updateCallbackDone`, so they are still reported.
 */
export function allowSkippedTransitions(): void {
  if (!document.startViewTransition) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => {})
    return transition
  }
}
