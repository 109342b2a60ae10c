/** A barrier: a function that makes its callers wait until it has been called `count` times. */
export function createBarrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived === count) resolve()
    return promise
  }
}
