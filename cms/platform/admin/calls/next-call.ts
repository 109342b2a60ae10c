const pending = new WeakMap<object, Map<PropertyKey, () => void>>()

/**
 * Replaces a method of `target` until its next call, or until the time is up. If it is already replaced, only the later
 * replacement counts; the original method is back after it.
 * @param show is called instead of the method; `usual` is the original method
 */
export function replaceNextCall<Name extends string, Args extends unknown[], Result>(
  target: Record<Name, (...args: Args) => Result>,
  name: Name,
  show: (usual: (...args: Args) => Result, ...args: Args) => Result,
  maxDelayMs: number,
): void {
  const ends = pending.get(target) ?? new Map<PropertyKey, () => void>()
  pending.set(target, ends)
  ends.get(name)?.()
  const usual = target[name]
  const end = () => {
    clearTimeout(timer)
    ends.delete(name)
    target[name] = usual
  }
  const timer = setTimeout(end, maxDelayMs)
  ends.set(name, end)
  target[name] = (...args) => {
    end()
    return show(usual, ...args)
  }
}
