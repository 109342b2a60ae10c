/** For every 50 interactions, the longest one is left out. Source: web.dev/articles/inp. */
const interactionsPerOmission = 50

/** An entry of the Event Timing API. */
export type Timing = { duration: number; interactionId?: number }

/**
 * Interaction to next paint: about the 98th percentile of the durations. Browsers report only long interactions.
 * @returns a function that adds an entry and returns the value so far, in ms; undefined without interactions. `count`:
 *   the number of all interactions, including those that are not reported
 */
export function createInteractionDelay(): (timing: Timing, count: number) => number | undefined {
  const longest: Record<number, number> = {}
  return ({ duration, interactionId: id }, count) => {
    if (id) longest[id] = Math.max(duration, longest[id] ?? 0)
    const sorted = Object.values(longest).sort((a, b) => b - a)
    return sorted[Math.floor(count / interactionsPerOmission)] ?? sorted.at(-1)
  }
}
