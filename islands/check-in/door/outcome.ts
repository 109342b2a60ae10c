/** How a result looks and sounds. Each has a colour, a sign, a sound and a vibration of its own. */
export type Tone = 'yes' | 'ask' | 'no'

/** A result as the door shows it, one at a time. */
export type Shown = {
  /** Distinguishes two results with the same words. */
  key: string
  tone: Tone
  /** The largest word: `Yes`, `Wait`, `No`. */
  verdict: string
  /** Why, in a few words. */
  reason: string
  /** Who it is, or empty. */
  name: string
  /** What else the door has to know, each in a line. */
  lines: string[]
  /** The key of the scan that let people in or out with it. */
  of?: string
}
