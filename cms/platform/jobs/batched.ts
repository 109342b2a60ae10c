/**
 * Collects single calls into batches: while a batch runs, further calls are collected for the next batch.
 * @param run handles a batch. Each call gets the result or the error of its whole batch
 */
export function batched<In, Out>(run: (items: In[]) => Promise<Out>): (item: In) => Promise<Out> {
  let waiting: { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = []
  let isRunning = false

  const runBatches = async () => {
    isRunning = true
    while (waiting.length) {
      const batch = waiting
      waiting = []
      try {
        const out = await run(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve(out)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // Calls in the same turn of the event loop belong to the same batch.
      if (!isRunning) {
        isRunning = true
        setImmediate(runBatches)
      }
    })
}
