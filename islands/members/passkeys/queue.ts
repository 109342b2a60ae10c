/** Runs operations one at a time, in order. Source: spec section 4, "Only one operation at a time". */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return function queued<Result>(run: () => Promise<Result>): Promise<Result> {
    const next = last.then(run)
    last = next.catch(() => {})
    return next
  }
}
