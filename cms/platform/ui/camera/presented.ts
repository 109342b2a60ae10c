/** For how long a code may be out of the picture, in ms, and still be shown by the same hand. */
const gapMs = 1_500

/**
 * Tells when a code is held to the camera, which sees it many times. A code that stays in the picture counts once; when
 * it was away and returns, it counts again.
 * @returns a function that gets what each picture shows, with its time in ms, and returns a code that is new
 */
export function presentations(): (code: string | null, at: number) => string | null {
  let last: { code: string; at: number } | null = null
  return (code, at) => {
    if (code === null) return null
    const isSame = last?.code === code && at - last.at <= gapMs
    last = { code, at }
    return isSame ? null : code
  }
}
