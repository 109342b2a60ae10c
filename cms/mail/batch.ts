/**
 * Does for many at once what is asked for one by one: while calls run, the next is collected.
 * @param run does it for all of them; where it fails, it failed for each
 * @param atOnce how many calls may run at the same moment
 */
export function batched<In, Out>(
  run: (items: In[]) => Promise<Out>,
  atOnce = 1,
): (item: In) => Promise<Out> {
  let waiting: { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = []
  let running = 0
  let isPlanned = false

  const next = async () => {
    running++
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
    running--
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running >= atOnce || isPlanned) return
      // What is asked for in the same turn of the event loop goes along.
      isPlanned = true
      setImmediate(() => {
        isPlanned = false
        if (running < atOnce) void next()
      })
    })
}
