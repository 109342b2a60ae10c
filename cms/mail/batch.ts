/**
 * Does for many at once what is asked for one by one: while one call runs, the next is collected.
 * @param run does it for all of them; where it fails, it failed for each
 */
export function batched<In, Out>(run: (items: In[]) => Promise<Out>): (item: In) => Promise<Out> {
  let waiting: { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = []
  let running = false

  const next = async () => {
    running = true
    while (waiting.length) {
      const asked = waiting
      waiting = []
      try {
        const out = await run(asked.map(({ item }) => item))
        for (const { resolve } of asked) resolve(out)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    running = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // What is asked for in the same turn of the event loop goes along.
      if (!running) {
        running = true
        setImmediate(next)
      }
    })
}
