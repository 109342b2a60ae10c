/** A point of a picture, in per cent of its width and height. */
export type Focal = { x: number; y: number }

const clamp = (value: number) => Math.round(Math.min(100, Math.max(0, value)))

const moves: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The point after an arrow key; null for other keys. With `isFar` (Shift), it moves ten times as far. */
export function movedFocal({ x, y }: Focal, key: string, isFar: boolean): Focal | null {
  const move = moves[key]
  if (!move) return null
  const step = isFar ? 10 : 1
  return { x: clamp(x + move[0] * step), y: clamp(y + move[1] * step) }
}

export const focalAt = (
  box: { left: number; top: number; width: number; height: number },
  { clientX, clientY }: { clientX: number; clientY: number },
): Focal => ({
  x: clamp(((clientX - box.left) / box.width) * 100),
  y: clamp(((clientY - box.top) / box.height) * 100),
})
