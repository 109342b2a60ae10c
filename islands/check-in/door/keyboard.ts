/** A scanner types a whole code faster than people type two signs. */
const maxGapMs = 120
const minLength = 12
const maxLength = 2_000

/** What the next key did: nothing, it belongs to a code that a scanner types, or it completes the code. */
type Pressed = { code: string | null; isScan: boolean }

/**
 * Recognises a scanner that types codes like a keyboard and ends them with Enter or Tab.
 * @returns a function that gets each key with its time, in ms
 */
export function keyboardScanner(): (key: string, at: number) => Pressed {
  let typed = ''
  let lastAt = Number.NEGATIVE_INFINITY
  return (key, at) => {
    const isQuick = at - lastAt <= maxGapMs
    if (key === 'Enter' || key === 'Tab') {
      const code = isQuick && typed.length >= minLength ? typed : null
      typed = ''
      return { code, isScan: code !== null }
    }
    // Shift and the like are part of how a scanner types capitals.
    if (key.length !== 1) return { code: null, isScan: false }
    typed = isQuick && typed.length < maxLength ? typed + key : key
    lastAt = at
    return { code: null, isScan: typed.length >= minLength }
  }
}
