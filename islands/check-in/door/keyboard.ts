/** A pause after which a new text begins, and how fast a scanner types at least, in ms a sign. */
const pauseMs = 500
const quickMs = 60
const maxLength = 1_000

/**
 * Recognises a scanner that types codes like a keyboard and ends them with Enter or Tab.
 * @param isCode whether a text looks like a code. Long texts count as scans too if they are typed very fast, so that the
 *   door says that they are unknown
 * @returns a function that gets each key with its time, in ms, and returns a code when it is complete
 */
export function keyboardScanner(
  isCode: (text: string) => boolean,
): (key: string, at: number) => string | null {
  let typed = ''
  let from = 0
  let last = 0
  return (key, at) => {
    if (at - last > pauseMs) typed = ''
    if (key === 'Enter' || key === 'Tab') {
      const text = typed
      typed = ''
      const isQuick = (last - from) / Math.max(1, text.length - 1) <= quickMs
      const isLong = text.length >= 12
      const isScan = isCode(text) ? isLong || (isQuick && text.length >= 4) : isLong && isQuick
      return isScan ? text : null
    }
    // Shift and the like are part of how a scanner types capitals.
    if (key.length !== 1) return null
    if (!typed) from = at
    typed = typed.length < maxLength ? typed + key : key
    last = at
    return null
  }
}
